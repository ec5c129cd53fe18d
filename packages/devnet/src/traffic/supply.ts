import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi, parseEther } from 'viem'
import type { DevnetClient } from '../chain/client.ts'
import { multicall3, type Token } from '../contracts/addresses.ts'
import { toAmount } from '../contracts/amounts.ts'
import type { Tip } from './account.ts'
import type { TrafficWorld } from './worldTypes.ts'

const supplyAbi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function deposit() payable',
  'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls) payable',
])

const etherSupply = parseEther('10000')
const tokenSupplyUsd = 1_000_000
/** Mints per transaction, and gas per mint. Together they use far less than a block. */
const batchSize = 100
const gasPerCall = 90_000n
const supplyTip: Tip = { tipShare: 0.3, isLegacy: false }

type SupplyCall = {
  readonly target: Address
  readonly allowFailure: false
  readonly value: bigint
  readonly callData: Hex
}

const toCalls = ({ address, symbol }: Token, to: Address, amount: bigint): readonly SupplyCall[] => {
  const call = (callData: Hex, value = 0n): SupplyCall => ({ target: address, allowFailure: false, value, callData })
  if (symbol !== 'WETH') return [call(encodeFunctionData({ abi: supplyAbi, functionName: 'mint', args: [to, amount] }))]
  return [
    call(encodeFunctionData({ abi: supplyAbi, functionName: 'deposit' }), amount),
    call(encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })),
  ]
}

/**
 * Refills every balance below half of its supply, so that traffic can run forever. Ether balances are set, tokens are
 * minted by one account.
 */
export const replenish = async (
  client: DevnetClient,
  { accounts, keeper, everyone }: Pick<TrafficWorld, 'accounts' | 'keeper' | 'everyone'>,
  tokens: readonly Token[],
): Promise<void> => {
  await Promise.all(
    everyone.map(async ({ address }) => {
      const isLow = (await client.getBalance({ address })) < etherSupply / 2n
      if (isLow) await client.setBalance({ address, value: etherSupply })
    }),
  )
  if (tokens.length === 0) return
  const wanted = accounts.flatMap(({ address }) => tokens.map((token) => ({ address, token })))
  const balances = await client.multicall({
    multicallAddress: multicall3,
    allowFailure: false,
    contracts: wanted.map(
      ({ address, token }) =>
        ({ address: token.address, abi: erc20Abi, functionName: 'balanceOf', args: [address] }) as const,
    ),
  })
  const calls = wanted.flatMap(({ address, token }, index) => {
    const supply = toAmount(token, tokenSupplyUsd)
    const missing = supply - (balances[index] ?? 0n)
    return missing > supply / 2n ? toCalls(token, address, missing) : []
  })
  for (let start = 0; start < calls.length; start += batchSize) {
    const batch = calls.slice(start, start + batchSize)
    const value = batch.reduce((sum, call) => sum + call.value, 0n)
    // Mints of earlier batches may still be pending, so the keeper's balance covers this batch in addition.
    await client.setBalance({ address: keeper.address, value: value + etherSupply })
    const data = encodeFunctionData({ abi: supplyAbi, functionName: 'aggregate3Value', args: [batch] })
    await keeper.send([{ to: multicall3, data, value, gas: gasPerCall * BigInt(batch.length) }], supplyTip)
  }
}
