/**
 * Lists the skipped tests with their reasons at the end of a run. In CI, and without any test, the run fails.
 */
export class LeftOutReporter {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    // A test that does not match `-t` is also skipped, without a note.
    const leftOut = tests.flatMap((test) => {
      const result = test.result();
      const isLeftOut = result.state === 'skipped' && result.note;
      return isLeftOut ? [`${result.note}: ${test.module.relativeModuleId}`] : [];
    });
    for (const line of new Set(leftOut)) process.stdout.write(`Left out, because ${line}\n`);
    const hasRun = tests.some((test) => test.result().state !== 'skipped');
    if (!hasRun && leftOut.length === 0) fail('No test ran: no file, or no title, contains the filter.');
    if (process.env.CI && leftOut.length > 0) fail('In CI no test may be left out.');
  }
}

/** @param {string} reason */
function fail(reason) {
  process.stdout.write(`${reason}\n`);
  process.exitCode = 1;
}
