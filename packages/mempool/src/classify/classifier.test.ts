import { type Address, encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem'
import { expect, it } from 'vitest'
import { createClassifier } from './classifier.ts'

const { classify } = createClassifier({ chain: 'ethereum' })
const safe = `0x${'5a'.repeat(20)}` as const
const stranger = `0x${'77'.repeat(20)}` as const
const dai = '0x6b175474e89094c44da98b954eedeac495271d0f'
const abi = parseAbi([
  'function execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
  'function transfer(address,uint256)',
])
const transfer = encodeFunctionData({ abi, functionName: 'transfer', args: [stranger, 0n] })

function execute(target: Address, operation: number, data: Hex) {
  const rest = [0n, 0n, 0n, zeroAddress, zeroAddress, '0x'] as const
  const input = encodeFunctionData({
    abi,
    functionName: 'execTransaction',
    args: [target, 0n, data, operation, ...rest],
  })
  return classify({ from: stranger, to: safe, value: 0n, input })
}

it('flags the delegatecall of a Safe to an unknown contract', () => {
  expect(execute(stranger, 1, transfer)).toMatchObject({
    type: 'other',
    rule: 'other: delegatecall 0xa9059cbb',
    actions: [],
    unknownDelegates: [stranger],
  })
})

it('does not flag a call, or a library', () => {
  expect(execute(dai, 0, transfer)).toMatchObject({ type: 'transfer', unknownDelegates: [] })
  const signMessage = encodeFunctionData({ abi: parseAbi(['function signMessage(bytes)']), args: ['0x12'] })
  expect(execute('0xd53cd0ab83d845ac265be939c57f53ad838012c9', 1, signMessage).unknownDelegates).toEqual([])
})
