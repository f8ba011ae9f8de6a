package org.ironopt.lab.explore;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one tab of a browser looks at: the particles of one or two methods and how many steps they
 * made. A new scene takes them over where it can, so that a cloud follows a slider; the frames of
 * the scene before end then.
 */
final class Show {
  /** What frames are asked of, until another scene has begun. */
  record Turn(long number, Scene scene, long first) {}

  private Scene scene;
  private List<Swarm> swarms = List.of();
  private long k;
  private long part;
  private long turns;

  /**
   * Begins a scene.
   *
   * @param keep whether particles should go on from where they are
   */
  synchronized Turn begin(Scene next, boolean keep) {
    boolean goesOn =
        keep && scene != null && next.continues(scene) && swarms.stream().allMatch(Swarm::finite);
    k = goesOn ? k : 0;
    part = goesOn ? part + 1 : 0;
    List<Mover> movers = next.movers();
    List<Swarm.Places> before = goesOn ? swarms.stream().map(Swarm::places).toList() : List.of();
    // Solvers of the scene before are in nobody's way when those of the next are made.
    clear();
    List<Swarm> started = new ArrayList<>();
    for (int i = 0; i < movers.size(); i++) {
      Optional<Swarm.Places> place = goesOn ? Optional.of(before.get(i)) : Optional.empty();
      started.add(new Swarm(next, movers.get(i), part, place));
    }
    swarms = started;
    scene = next;
    return new Turn(++turns, next, k);
  }

  /** Ends whatever scene there is and forgets its particles. */
  synchronized void clear() {
    turns++;
    scene = null;
    swarms = List.of();
  }

  /** Returns whether there are many particles with solvers of their own. */
  synchronized boolean heavy() {
    return scene != null && scene.heavy();
  }

  /**
   * Makes steps and writes a frame.
   *
   * @return whether it did: another scene may have begun
   */
  synchronized boolean frame(Turn turn, int steps, Frames frames) {
    if (turn.number() != turns) {
      return false;
    }
    swarms.forEach(swarm -> swarm.advance(steps));
    k += steps;
    frames.write(k, swarms);
    return true;
  }

  /** Returns what the page has to know of a scene before its first frame. */
  static Map<String, Object> header(Turn turn) {
    Scene scene = turn.scene();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("first", turn.first());
    json.put("particles", scene.particles());
    json.put("sides", scene.movers().size());
    json.put("minimisers", scene.problem().minimisers(scene));
    if (scene.problem() == Landscape.QUADRATIC) {
      json.put("eigenvectors", Landscape.eigenvectors(scene).data());
    }
    json.put(
        "exact",
        scene.movers().stream().map(mover -> Exact.of(scene, mover).orElse(null)).toList());
    return json;
  }
}
