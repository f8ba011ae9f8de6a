package org.ironopt.gpu;

/** Slots of the scalars of a run that stay on the device; {@code common.cu} has the same. */
public final class Scalars {
  public static final int LAMBDA = 0;

  /** Rows of the list of batches that were seen. */
  public static final int POSITION = 1;

  public static final int SOLVES = 2;
  public static final int MODELS = 3;

  /** f of the batch at the start of a step and at its trial point. */
  public static final int VALUE = 4;

  public static final int TRIAL = 5;

  /** Four dots of a look at a step. */
  public static final int LOOK = 6;

  public static final int RATIO = 10;
  public static final int TAKEN = 11;

  /** Of the next point in the average. */
  public static final int WEIGHT = 12;

  public static final int RATE = 13;
  public static final int ROOT = 14;
  public static final int POWER1 = 15;
  public static final int POWER2 = 16;
  public static final int ETA = 17;
  public static final int REFUSED = 18;

  /** The length of a direction up to the minimum of the model, averaged over looks. */
  public static final int LENGTH = 19;

  /** How much of a direction is gone. */
  public static final int SCALE = 20;

  /** {@code |r|^2} before and after the CG steps of a step that is looked at. */
  public static final int BEFORE = 21;

  public static final int AFTER = 22;

  /** {@code |d|^2} of the last CG step where its residual is not asked for. */
  public static final int SQUARE = 23;

  /** How long the last step along one direction was that was looked at. */
  public static final int SEEN = 24;

  /** The part of the present step, which a budget shortens. */
  public static final int PART = 25;

  /** What looks gained and what their models promised, in units of f, fading. */
  public static final int GAINED = 26;

  public static final int PROMISED = 27;

  /**
   * Two for each CG step: {@code <r, z>} and {@code <d, A d>}. Along one direction z: {@code <g,
   * z>}, {@code |z|^2}, {@code <z, G z>}.
   */
  public static final int LINEAR = 28;

  /** How many there are. */
  public static final int COUNT = 130;

  private Scalars() {}
}
