package org.ironopt.lab.bench.mnist;

import java.nio.file.Path;
import java.util.*;
import org.ironopt.data.*;
import org.ironopt.learn.*;

public class Scratch {
  public static void main(String[] a) throws Exception {
    BenchData d = BenchData.read(Path.of(a[0]), true, IO::println);
    int held = d.train().rows() / 6;
    Split split = Split.random(d.train(), Tuning.SEED, held, 0);
    Problem part = new Problem(split.train(), split.validation().orElseThrow());
    double shift = Double.parseDouble(a[1]);
    double[] t =
        Arrays.stream(a[2].split(",")).mapToDouble(x -> Double.parseDouble(x) + shift).toArray();
    Tuning tuning = new Tuning(new Race(part, t[t.length - 1], false), t, IO::println);
    if (a.length > 5) {
      Race race = new Race(part, t[t.length - 1], false);
      for (String c : a[5].split(";")) {
        String[] w = c.split(",");
        Config config =
            new Config(
                Family.valueOf(w[0]),
                Integer.parseInt(w[1]),
                Double.parseDouble(w[2]),
                Integer.parseInt(w[3]));
        for (long seed = 1000; seed < 1002; seed++) {
          Track tr = race.run(config, seed, 4, 1e6);
          IO.println(
              c
                  + " "
                  + Arrays.toString(
                      Arrays.stream(t)
                          .map(o -> tr.crossing(o) * (1 + 10.0 / config.batch()))
                          .toArray()));
        }
      }
      return;
    }
    for (String f : a[3].split(",")) {
      long b = System.nanoTime();
      var r = tuning.choose(Family.valueOf(f), Integer.parseInt(a[4]));
      IO.println((System.nanoTime() - b) * 1e-9 + " s");
      for (var x : r.trials()) IO.println(x.config().words() + " " + Arrays.toString(x.costs()));
    }
  }
}
