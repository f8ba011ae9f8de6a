package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every way to get the command line wrong is one line on stderr, nothing on stdout, exit code 2.
 */
class BadInputTest {
  private static final String HELP = "; see 'iron theory --help'";

  @TestFactory
  Stream<DynamicTest> oneLineEach() {
    return Stream.of(
        bad("teory", "iron: unknown command 'teory', did you mean 'theory'? See 'iron --help'"),
        bad(
            "--vresion",
            "iron: unknown option '--vresion', did you mean '--version'? See 'iron --help'"),
        bad("theory", "iron theory: --eigenvalues is missing, give it as in --eigenvalues 1,1,3"),
        bad(
            "theory --eigenvalues 1",
            "iron theory: --alpha is missing, give it as in --alpha 1,10,200"),
        bad("theory --alpha", "iron theory: --alpha needs a value" + HELP),
        bad("theory --alpha 1 --alpha 2", "iron theory: --alpha is given twice" + HELP),
        bad("theory extra", "iron theory: unknown command 'extra'" + HELP),
        bad(
            "theory --alfa 1",
            "iron theory: unknown option '--alfa', did you mean '--alpha'? See 'iron theory"
                + " --help'"),
        theory("--alpha 1,two", "--alpha: 'two' is not a finite number" + HELP),
        theory("--alpha 1,1e400", "--alpha: '1e400' is not a finite number" + HELP),
        theory("--alpha NaN", "--alpha: 'NaN' is not a finite number" + HELP),
        theory(
            "--alpha 1,,2",
            "--alpha: '1,,2' has an empty item, expected numbers such as 1,10,200" + HELP),
        theory(
            "--alpha 1..9",
            "--alpha: '1..9' is not a range, expected from..to:count as in 0.1..1e4:6" + HELP),
        theory(
            "--alpha 0..9:3",
            "--alpha: range '0..9:3' is log-spaced, expected both ends > 0" + HELP),
        theory(
            "--alpha 1..9:1",
            "--alpha: range '1..9:1' has the count '1', expected 2 to 100000" + HELP),
        theory("--alpha 1,-2", "--alpha has the value -2, expected a number > 0"),
        theory("--alpha 0", "--alpha has the value 0, expected a number > 0"),
        bad(
            "theory --eigenvalues 1,0 --alpha 1",
            "iron theory: --eigenvalues has the value 0, expected a number > 0"),
        theory("--alpha 1 --gamma 0", "--gamma has the value 0, expected a number > 0"),
        theory("--alpha 1 --mu -1", "--mu has the value -1, expected a number >= 0"),
        theory(
            "--alpha 1 --mu 0", "--gamma has no default when --mu is 0, give it as in --gamma 1"),
        theory("--alpha 1 --rho -1", "--rho has the value -1, expected a number >= 0"),
        theory("--alpha 1 --mu one", "--mu: 'one' is not a finite number" + HELP),
        theory(
            "--alpha 1 --method adam",
            "--method is 'adam', expected one of iron, nag-gs, explicit-euler"),
        theory(
            "--alpha 1 --noise-model white",
            "--noise-model is 'white', expected one of center, gradient"),
        theory(
            "--alpha 1 --theta 0.4",
            "--theta has the value 0.4, expected a number from 1/2 to 1: below 1/2 a long step is"
                + " unstable on every quadratic, above 1 it is an under-relaxed longer step"),
        theory(
            "--alpha 1 --tails 2.5",
            "--tails has the value 2.5, expected a number above 0 and at most 2"),
        theory(
            "--alpha 1 --tails 1.5 --method nag-gs",
            "--tails applies to --method iron, not to nag-gs; leave one out"),
        theory("--alpha 1 --average 0", "--average has the value 0, expected a number >= 1"),
        theory(
            "--alpha 1 --average 5 --tails 1.5",
            "--average does not apply to --tails: averages of stable noise have no mean square;"
                + " leave one out"),
        theory(
            "--alpha 1 --theta 0.7 --method explicit-euler",
            "--theta applies to --method iron, not to explicit-euler; leave one out"),
        bad(
            "explore --port abc",
            "iron explore: --port is 'abc', expected a whole number; see 'iron explore --help'"),
        bad(
            "fit rows.csv --epochs 1.5",
            "iron fit: --epochs is '1.5', expected a whole number; see 'iron fit --help'"),
        bad(
            "plan --eigenvalues 1",
            "iron plan: --target-rmse is missing, give it as in --target-rmse 0.01"),
        bad(
            "plan --eigenvalues 1 --target-rmse 0",
            "iron plan: --target-rmse has the value 0, expected a number > 0"));
  }

  @Test
  void emptyGrid() {
    expect(
        Cli.run("theory", "--eigenvalues", "1", "--alpha", ""),
        "iron theory: --alpha: the list is empty, expected numbers such as 1,10,200 or 1..1000:7"
            + HELP);
  }

  private static DynamicTest theory(String options, String line) {
    return bad("theory --eigenvalues 1,3 " + options, "iron theory: " + line);
  }

  private static DynamicTest bad(String commandLine, String line) {
    return DynamicTest.dynamicTest(commandLine, () -> expect(Cli.run(commandLine), line));
  }

  private static void expect(Cli run, String line) {
    assertEquals(line + "\n", run.err());
    assertEquals("", run.out());
    assertEquals(2, run.code());
  }
}
