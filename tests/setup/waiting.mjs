/**
 * Rooms and test files that mostly wait: for clocks, for blocks, for providers that do not answer. `.ci/run` runs them one
 * after the other beside the others: one that works instead takes their time.
 */
export const waiting = [
  'tests/secrets.test.ts',
  'packages/server/src/api/outage.test.ts',
  'packages/server/src/api/mev.test.ts',
  'packages/dashboard/src/gas.test.ts',
  'packages/core/src/providers/',
  'packages/server/src/http/gateway/',
  'packages/oracle/src/gas/gasOracle.test.ts',
  'packages/oracle/src/gas/history/createFeeHistory.test.ts',
]
