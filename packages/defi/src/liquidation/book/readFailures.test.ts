import { expect, it } from 'vitest'
import { LendingReadError, NoContractError } from '../../reads/readErrors.ts'
import { addFailure, type ReadFailures, toFailureReport } from './readFailures.ts'

const deployment = '0x00000000000000000000000000000000000000aa'
const fail = (cause: unknown, times: number, wasRead = false) => {
  let failures: ReadFailures = null
  for (let i = 0; i < times; i++) failures = addFailure(failures, cause, deployment, wasRead, 0)
  return failures
}
const report = (failures: ReadFailures, wasRead = false) => toFailureReport(failures, deployment, wasRead)
const silent = new RangeError('no answer')
const foreign = new LendingReadError('answers in another form')
const absent = new NoContractError(deployment, 7n)

it('backs off from 50 ms to two seconds', () => {
  expect([1, 2, 3, 7, 20].map((times) => fail(silent, times)?.retryAtMs)).toEqual([50, 100, 200, 2_000, 2_000])
})

it('treats a contract as another one after two wrong answers, and retries later', () => {
  expect([fail(foreign, 1), fail(foreign, 2), fail(silent, 9)].map((one) => report(one).isOtherContract)).toEqual([
    false,
    true,
    false,
  ])
  expect(fail(foreign, 2)?.retryAtMs).toBe(30_000)
  expect(fail(foreign, 2, true)?.retryAtMs).toBe(100)
})

it('treats it as absent if it has no code twice, and reports nothing after once', () => {
  expect([fail(absent, 1), fail(absent, 2)].map((one) => report(one).isAbsent)).toEqual([false, true])
  expect(fail(absent, 2)?.retryAtMs).toBe(600_000)
  expect([fail(absent, 1), null].map((one) => report(one).trouble)).toEqual([null, null])
  expect(report(fail(silent, 1)).trouble).toBe('no answer')
  expect(report(fail(absent, 2, true), true)).toMatchObject({ isOtherContract: true, isAbsent: false })
})

it('detects that another contract is missing', () => {
  const other = new NoContractError('0x00000000000000000000000000000000000000bb', 7n)
  expect(report(fail(other, 2))).toMatchObject({ isOtherContract: true, isAbsent: false })
})
