import { encodeErrorResult, parseAbi } from 'viem'
import { expect, it } from 'vitest'
import { findRevert } from './revert.ts'

const text = encodeErrorResult({ abi: parseAbi(['error Error(string)']), args: ['too little'] })
const panic = encodeErrorResult({ abi: parseAbi(['error Panic(uint256)']), args: [17n] })
const call = (to: string, traceAddress: readonly number[], output?: string) => ({
  action: { to, input: `0x${to.repeat(8)}00` },
  traceAddress,
  ...(output !== undefined && { error: 'Reverted', result: { output } }),
})

it('finds the call whose error the callers pass on', () => {
  const trace = [call('a', [], text), call('b', [0]), call('c', [1], text), call('d', [1, 0], text)]
  expect(findRevert(trace)).toEqual({ target: 'd', selector: '0xdddddddd', why: '“too little”' })
})

it('blames a caller that survived an inner failure, or has an error of its own', () => {
  expect(findRevert([call('a', [], text), call('b', [0], panic)])?.target).toBe('a')
  expect(findRevert([call('a', []), call('b', [0], panic)])).toBeUndefined()
})

it('describes panics, own errors of contracts, and failures without data', () => {
  expect(findRevert([call('a', [], panic)])?.why).toBe('panic 17 of Solidity')
  expect(findRevert([call('a', [], '0x12345678')])?.why).toBe('error 0x12345678 of the contract')
  expect(findRevert([{ error: 'Out of gas' }])).toEqual({ target: null, selector: '', why: 'Out of gas' })
  // A text that is cut off is not decoded.
  expect(findRevert([call('a', [], text.slice(0, 80))])?.why).toBe('error 0x08c379a0 of the contract')
  expect(() => findRevert({ structLogs: [] })).toThrow('The trace of the provider has an unknown form.')
})
