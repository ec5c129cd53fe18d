import { type Address, encodeFunctionData, erc20Abi, maxUint256, type PublicClient } from 'viem'
import { poolV3Abi } from '../protocols/aaveLending/abi.ts'
import { aaveV3Lending } from '../protocols/aaveV3/lending.ts'
import { sparkLending } from '../protocols/spark/lending.ts'
import type { FlashLoan, Opportunity, SkippedPosition } from './opportunity.ts'
import { isDone, type Step, simulate, toAmount, toBalanceStep, toReason } from './proof/simulate.ts'
import { toSale, toTransfer } from './proof/toSale.ts'

/** An account that nobody has used; what happens in a simulation leaves no trace. */
const liquidator: Address = '0x00000000000000000000000000000000005e1f1e'
/** Calls may leave a little for what changes until they are mined. */
const marginOf = 10_000n
/** And may take a little more than announced, interest of a block. */
const spareOf = 1_000n
/** Simulations under way at once. */
const mostAtOnce = 8

export type Proof = {
  /** Null where it could not be told: the provider cannot simulate, nobody is known to lend the debt token, a pool is not quoted. */
  readonly proven: boolean | null
  readonly reason: string | null
  /**
   * What is there after the sale to pay the loan, its fee and the profit: base units of the debt token; null where the
   * simulation did not get so far.
   */
  readonly proceeds: bigint | null
}

/**
 * Carries a liquidation out on top of a block by `eth_simulateV1`, without sending anything: the lender hands over the debt
 * token, the liquidator approves, liquidates, must hold at least the collateral that was announced, sells it in the pools
 * of `exit`, and must end with what was announced: debt, fee of the loan and gross profit. Less a ten-thousandth of the
 * sale each, but never less than pays the loan back.
 *
 * @throws whatever the client throws when its providers do not answer
 * @example
 * const { proven, reason, proceeds } = await proveLiquidation(client, opportunity)
 */
export async function proveLiquidation(client: PublicClient, opportunity: Opportunity): Promise<Proof> {
  const { flashLoan, debtToRepay, collateralToReceive, blockNumber } = opportunity
  if (flashLoan === null) return toProof(null, 'No lender of the debt token is known to take it from.')
  const holder = await getHolder(client, flashLoan, debtToRepay.token, blockNumber)
  const first = await attempt(client, opportunity, flashLoan, holder, collateralToReceive.amount)
  // What came is less than announced, within the margin: so much can be sold.
  const last = 'received' in first ? await attempt(client, opportunity, flashLoan, holder, first.received) : first
  return 'received' in last ? toProof(false, 'The simulation brought less collateral than computed.') : last
}

/** One simulation, or how much collateral it brought where that is too little to sell as much as asked. */
async function attempt(
  client: PublicClient,
  { toCalls, exit, debtToRepay, collateralToReceive, blockNumber }: Opportunity,
  { fee }: FlashLoan,
  holder: Address,
  sold: bigint,
): Promise<Proof | { readonly received: bigint }> {
  const [debt, collateral] = [debtToRepay.token, collateralToReceive.token]
  const announced = exit === null ? collateralToReceive.amount : exit.quote(collateralToReceive.amount)
  const sale = exit === null ? [] : toSale(exit.hops, sold, liquidator)
  if (announced === null || sale === null) return toProof(null, 'A pool on the way is not quoted at this amount.')

  const calls = toCalls(liquidator)
  const lend = (amount: bigint) => ({ from: holder, to: debt, data: toTransfer(liquidator, amount) })
  const look = [toBalanceStep(debt, liquidator), toBalanceStep(collateral, liquidator)]
  const liquidation: readonly Step[] = [
    ...[...new Set(calls.map(({ to }) => to))].map((spender) => toApproval(debt, spender)),
    ...calls.map((call) => ({ ...call, from: liquidator })),
  ]
  const steps = [
    ...[lend(debtToRepay.amount), lend(debtToRepay.amount / spareOf + 1n)],
    ...[...look, ...liquidation, ...look, ...sale, toBalanceStep(debt, liquidator)],
  ]
  const results = await simulate(client, blockNumber, steps)
  if (results === null) return toProof(null, 'The provider has no eth_simulateV1.')
  if (results.length !== steps.length) return toProof(null, 'The provider did not simulate every step.')

  const [lent, , debtBefore, collateralBefore, ...rest] = results
  if (!isDone(lent)) return toProof(null, `What the lender holds could not be taken: ${lent && toReason(lent)}`)
  const failed = rest.slice(0, liquidation.length).find((result) => !isDone(result))
  if (failed) return toProof(false, `The liquidation failed: ${toReason(failed)}`)
  const received = toAmount(rest[liquidation.length + 1]) - toAmount(collateralBefore)
  if (exit !== null && received < toLeast(collateralToReceive.amount))
    return toProof(false, 'The simulation brought less collateral than computed.')
  if (exit !== null && received < sold) return { received }
  const unsold = rest.slice(-1 - sale.length).find((result) => !isDone(result))
  if (unsold) return toProof(false, `The sale failed: ${toReason(unsold)}`)

  const proceeds = debtToRepay.amount + toAmount(rest.at(-1)) - toAmount(debtBefore)
  if (proceeds < toLeast(announced)) return toProof(false, 'The sale brought less than computed.', proceeds)
  return proceeds < debtToRepay.amount + fee
    ? toProof(false, 'What the sale brought does not pay the loan back.', proceeds)
    : toProof(true, null, proceeds)
}

const toLeast = (amount: bigint) => amount - amount / marginOf

const toProof = (proven: Proof['proven'], reason: string | null, proceeds: bigint | null = null): Proof => ({
  ...{ proven, reason, proceeds },
})

const toApproval = (token: Address, spender: Address): Step => ({
  ...{ from: liquidator, to: token },
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, maxUint256] }),
})

/** Where the lender's tokens are: Aave's pools keep them in the aToken. */
async function getHolder(
  client: PublicClient,
  { source, lender }: FlashLoan,
  token: Address,
  blockNumber: bigint,
): Promise<Address> {
  if (source !== aaveV3Lending.id && source !== sparkLending.id) return lender
  const { aTokenAddress } = await client.readContract({
    ...{ address: lender, abi: poolV3Abi, functionName: 'getReserveData', args: [token], blockNumber },
  })
  return aTokenAddress
}

/**
 * Those that a simulation does not refute, each with its verdict, and why the others are left out. One that a provider
 * fails at stays unproven.
 */
export async function proveOpportunities(
  client: PublicClient,
  opportunities: readonly Opportunity[],
): Promise<{ readonly opportunities: readonly Opportunity[]; readonly refuted: readonly SkippedPosition[] }> {
  const proofs = new Map<Opportunity, Proof>()
  const waiting = opportunities.values()
  const proveNext = async () => {
    for (const one of waiting) {
      const proof = await proveLiquidation(client, one).catch((cause: Error) => toProof(null, cause.message))
      proofs.set(one, proof)
    }
  }
  await Promise.all(Array.from({ length: mostAtOnce }, proveNext))
  return {
    opportunities: opportunities.flatMap((one) => {
      const { proven = null } = proofs.get(one) ?? {}
      return proven === false ? [] : [{ ...one, proven }]
    }),
    refuted: opportunities.flatMap((one) => {
      const { proven, reason } = proofs.get(one) ?? {}
      const { protocol, market, borrower } = one
      return proven === false ? [{ protocol, market, borrower, reason: `Simulated: ${reason}` }] : []
    }),
  }
}
