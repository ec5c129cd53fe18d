import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hexToBigInt,
  maxUint256,
  type PublicClient,
  toHex,
} from 'viem'
import type { Opportunity, SkippedPosition } from './opportunity.ts'

/** An account that nobody has used; what happens in a simulation leaves no trace. */
const liquidator: Address = '0x00000000000000000000000000000000005e1f1e'
const someGas = toHex(5_000_000)
/** Calls may leave a little for what changes until they are mined. */
const marginOf = 10_000n

/** `proven: null` where the provider cannot simulate, or nobody was found to lend the debt token. */
export type Proof = { readonly proven: boolean | null; readonly reason: string | null }

type SimulatedCall = {
  readonly status: Hex
  readonly returnData: Hex
  readonly error?: { readonly message?: string } | undefined
}

/**
 * Carries a liquidation out on top of a block by `eth_simulateV1`, without sending anything: the lender hands over the debt
 * token, the liquidator approves, liquidates, and must hold at least the collateral that was announced.
 *
 * @throws whatever the client throws when its providers do not answer
 */
export async function proveLiquidation(client: PublicClient, opportunity: Opportunity): Promise<Proof> {
  const { toCalls, flashLoan, debtToRepay, collateralToReceive, blockNumber } = opportunity
  const calls = toCalls(liquidator)
  if (flashLoan === null) return { proven: null, reason: 'No lender of the debt token is known to take it from.' }
  const on = (token: Address, functionName: 'transfer' | 'approve', args: readonly [Address, bigint]) => ({
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName, args }),
  })
  const held = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [liquidator] })
  const steps = [
    { from: flashLoan.lender, ...on(debtToRepay.token, 'transfer', [liquidator, debtToRepay.amount]) },
    ...[...new Set(calls.map(({ to }) => to))].map((spender) => ({
      from: liquidator,
      ...on(debtToRepay.token, 'approve', [spender, maxUint256]),
    })),
    ...calls.map(({ to, data, value = 0n }) => ({ from: liquidator, to, data, value: toHex(value) })),
    { from: liquidator, to: collateralToReceive.token, data: held },
  ].map((step) => ({ ...step, gas: someGas }))

  const blocks = await client
    .request<{
      Method: 'eth_simulateV1'
      Parameters: unknown
      ReturnType: readonly { calls: readonly SimulatedCall[] }[]
    }>({
      method: 'eth_simulateV1',
      params: [{ blockStateCalls: [{ calls: steps }], validation: false }, toHex(blockNumber)],
    })
    .catch((cause: { code?: number }) => {
      // JSON-RPC's "method not found" and its variants.
      if (cause.code === -32601 || cause.code === -32004) return null
      throw cause
    })
  if (blocks === null) return { proven: null, reason: 'The provider has no eth_simulateV1.' }
  const results = blocks[0]?.calls ?? []
  const failed = results.findIndex(({ status }) => status !== '0x1')
  if (failed !== -1 || results.length !== steps.length)
    return { proven: false, reason: results[failed]?.error?.message ?? 'A step of the simulation reverted.' }
  const balance = results.at(-1)?.returnData ?? '0x'
  return balance !== '0x' && hexToBigInt(balance) >= collateralToReceive.amount - collateralToReceive.amount / marginOf
    ? { proven: true, reason: null }
    : { proven: false, reason: 'The simulation brought less collateral than computed.' }
}

/** Those that a simulation does not refute, each with its verdict, and why the others are left out. */
export async function proveOpportunities(
  client: PublicClient,
  opportunities: readonly Opportunity[],
): Promise<{ readonly opportunities: readonly Opportunity[]; readonly refuted: readonly SkippedPosition[] }> {
  const proofs = await Promise.all(opportunities.map((one) => proveLiquidation(client, one)))
  const refuted = opportunities.flatMap(({ protocol, market, borrower }, index) => {
    const proof = proofs[index]
    return proof?.proven === false ? [{ protocol, market, borrower, reason: `Simulated: ${proof.reason}` }] : []
  })
  return {
    opportunities: opportunities.flatMap((one, index) => {
      const { proven = null } = proofs[index] ?? {}
      return proven === false ? [] : [{ ...one, proven }]
    }),
    refuted,
  }
}
