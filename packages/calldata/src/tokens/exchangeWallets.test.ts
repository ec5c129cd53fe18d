import { concatHex, encodeAbiParameters, parseAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { alice, bob, collection, decode, encode, token, zero } from '../fixtures/encode.ts'

const wallet = collection
const moved = (of: string | null, from: string, to: string | null, amount: bigint | null) => ({
  kind: 'transfer',
  protocol: 'exchange_wallet',
  token: of,
  from,
  to,
  amount,
})

test('deposits are gathered', () => {
  expect(decode(wallet, encode('sweep(address,uint256)', token, 5n))).toMatchObject([moved(token, wallet, null, 5n)])
  expect(decode(wallet, encode('sweep(address,uint256)', zero, 5n))).toMatchObject([moved(null, wallet, null, 5n)])
  expect(decode(wallet, encode('split()'), 5n)).toMatchObject([moved(null, alice, null, 5n)])
  expect(decode(wallet, encode('split()'))).toEqual([])
  expect(decode(wallet, encode('flush()'))).toMatchObject([moved(null, wallet, null, null)])
  expect(decode(wallet, encode('flushTokens(address)', token))).toMatchObject([moved(token, wallet, null, null)])
  expect(decode(wallet, encode('flushForwarderTokens(address,address)', bob, token))).toMatchObject([
    moved(token, bob, wallet, null),
  ])
  expect(decode(wallet, encode('sweepEther(address[])', [bob]))).toMatchObject([moved(null, bob, wallet, null)])
  expect(decode(wallet, encode('sweepERC20(address,address[])', token, [bob, alice]))).toMatchObject([
    moved(token, bob, wallet, null),
    moved(token, alice, wallet, null),
  ])
})

test('withdrawals are paid in batches', () => {
  const paid = [moved(token, wallet, bob, 1n), moved(token, wallet, alice, 2n)]
  expect(
    decode(wallet, encode('transferERC20(address,address[],uint256[])', token, [bob, alice], [1n, 2n])),
  ).toMatchObject(paid)
  expect(decode(wallet, encode('transferEther(address[],uint256[])', [bob], [1n]))).toMatchObject([
    moved(null, wallet, bob, 1n),
  ])
  expect(decode(wallet, encode('transferEther(address[],uint256[])', [bob], [1n, 2n]))).toEqual([])
  const plain = [
    { to: bob, amount: 1n },
    { to: alice, amount: 2n },
  ]
  const pairs = '(address to, uint256 amount)[]'
  const triples = '(address token, address to, uint256 amount)[], uint256'
  const native = encodeAbiParameters(parseAbiParameters(`${pairs}, uint256`), [plain, 90_000n])
  expect(decode(wallet, concatHex(['0x1a1da075', native]))).toMatchObject([
    moved(null, wallet, bob, 1n),
    moved(null, wallet, alice, 2n),
  ])
  const oneToken = encodeAbiParameters(parseAbiParameters(`address, ${pairs}, uint256`), [token, plain, 90_000n])
  expect(decode(wallet, concatHex(['0x45c23df2', oneToken]))).toMatchObject(paid)
  const mixed = encodeAbiParameters(parseAbiParameters(triples), [plain.map((item) => ({ token, ...item })), 90_000n])
  expect(decode(wallet, concatHex(['0xca350aa6', mixed]))).toMatchObject(paid)
})
