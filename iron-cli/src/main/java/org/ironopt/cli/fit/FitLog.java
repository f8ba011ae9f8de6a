package org.ironopt.cli.fit;

import java.util.ArrayList;
import java.util.List;
import org.ironopt.cli.render.Remark;
import org.ironopt.cli.shared.RunOptions;

/** Prints what is decided, but nothing before it is clear that data and options fit together. */
public final class FitLog {
  private final RunOptions run;
  private final List<Remark> remarks = new ArrayList<>();
  private final List<String> waiting = new ArrayList<>();
  private boolean begun;

  public FitLog(RunOptions run) {
    this.run = run;
  }

  /** Something was decided, which is in the JSON and in the model file, too. */
  void say(Remark remark) {
    remarks.add(remark);
    say(remark.text());
  }

  /** Notes what another line says. */
  void note(Remark remark) {
    remarks.add(remark);
  }

  /** Returns all that was decided. */
  List<Remark> remarks() {
    return List.copyOf(remarks);
  }

  /** Prints a line. */
  public void say(String line) {
    waiting.add(line);
    if (begun) {
      begun();
    }
  }

  /** Data and options fit together and the work goes on; is called again and again. */
  void begun() {
    begun = true;
    waiting.forEach(run::remark);
    waiting.clear();
  }
}
