import { expect, test } from 'vitest'
import { alice, bob, decode, encode, token, word, zero } from '../../fixtures/encode.ts'

const moved = (amount: bigint, of: string | null = token) => ({
  kind: 'transfer',
  token: of,
  from: alice,
  to: bob,
  amount,
})

test('transfers with a call behind, by signature, to many', () => {
  expect(decode(token, encode('transferAndCall(address,uint256,bytes)', bob, 5n, '0x'))).toMatchObject([moved(5n)])
  const signed = 'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)'
  expect(decode(token, encode(signed, alice, bob, 5n, 0n, 1n, word, 27, word, word))).toMatchObject([moved(5n)])
  expect(decode(token, encode('batchTransfer(address[],uint256[])', [bob, bob], [1n, 2n]))).toMatchObject([
    moved(1n),
    moved(2n),
  ])
  expect(decode(zero, encode('disperseEther(address[],uint256[])', [bob], [1n]), 1n)).toMatchObject([moved(1n, null)])
  expect(decode(zero, encode('disperseToken(address,address[],uint256[])', token, [bob, bob], [1n, 2n]))).toMatchObject(
    [moved(1n), moved(2n)],
  )
  expect(decode(token, encode('batchTransfer(address[],uint256[])', [bob, bob], [1n]))).toEqual([])
})

test('approvals stay approvals', () => {
  for (const name of ['approve', 'increaseAllowance', 'increaseApproval'])
    expect(decode(token, encode(`${name}(address,uint256)`, bob, 5n))).toMatchObject([
      { kind: 'approval', spender: bob, amount: 5n },
    ])
  const dai = 'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)'
  expect(decode(token, encode(dai, alice, bob, 0n, 1n, true, 27, word, word))).toMatchObject([
    { kind: 'approval', spender: bob },
  ])
})
