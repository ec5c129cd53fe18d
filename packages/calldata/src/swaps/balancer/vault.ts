import { type Address, zeroAddress } from 'viem'
import type { Args } from '../../decoder/args.ts'
import type { Call } from '../../decoder/call.ts'
import { each } from '../../decoder/each.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { defineFunctions, type Functions, joinFunctions } from '../../decoder/protocol.ts'
import { flashLoans } from '../../lending/lendingFunctions.ts'
import { balancerV2Vaults } from './factories.ts'

/** Returns the address of a pool, which is the upper 20 bytes of its id. */
function toPool(id: string): Address {
  return id.slice(0, 42) as Address
}

/**
 * Returns whether an amount refers to the result of an earlier step. The batch relayer marks such amounts with
 * `0xba10…`.
 */
function isReference(amount: bigint): boolean {
  return amount >> 240n === 0xba10n
}

const maxUint = 1n << 255n
const orZero = (amount: bigint) => (amount > 0n ? amount : 0n)

/** Decodes ((poolId, kind, assetIn, assetOut, amount, userData), funds, limit, deadline). */
function swap(call: Call): void {
  const single = call.tuple(0)
  const isIn = single.number(1) === 0
  const [amount, limit] = [single.uint(4), call.uint(5)]
  const exact = isReference(amount) ? null : amount
  call.until(call.uint(6)).swap({
    exact: isIn ? 'in' : 'out',
    tokenIn: single.address(2),
    tokenOut: single.address(3),
    amountIn: isIn ? exact : limit >= maxUint ? null : limit,
    amountOut: isIn ? limit : exact,
    pools: [toPool(single.word(0))],
    recipient: call.address(3),
  })
}

/** Returns the sum of the amounts of the steps that start (or end) with one asset, because parallel paths add up. */
function sumAmounts(steps: Args, index: number, side: 1 | 2): bigint | null {
  let sum = 0n
  for (let item = 0; item < steps.length; item++) {
    const step = steps.tuple(item)
    const amount = step.uint(3)
    if (isReference(amount)) return null
    if (step.number(side) === index) sum += amount
  }
  return sum
}

/** Returns the tokens of consecutive steps, from the first to the last. Null if some steps run in parallel. */
function toChain(steps: Args, assets: Args, isIn: boolean): readonly Address[] | null {
  const order = Array.from({ length: steps.length }, (_, item) => steps.tuple(isIn ? item : steps.length - 1 - item))
  const indices = [order[0]?.number(1) ?? 0, ...order.map((step) => step.number(2))]
  const isLinked = order.every((step, item) => step.number(1) === indices[item])
  return isLinked && Math.max(...indices) < assets.length ? indices.map((index) => assets.address(index)) : null
}

/** Returns other assets that steps take and that the limits allow the Vault to take. */
function toOtherInputs(steps: Args, limits: Args, main: number): readonly number[] {
  const taken = new Set(Array.from({ length: steps.length }, (_, item) => steps.tuple(item).number(1)))
  return [...taken].filter((index) => index !== main && index < limits.length && limits.int(index) > 0n)
}

/**
 * (kind, steps (poolId, assetInIndex, assetOutIndex, amount, userData), assets, funds, limits, deadline). Steps with
 * an exact output run from the last to the first token. A positive limit is the most that the Vault takes. A negative
 * limit is the least that it pays out.
 */
function batchSwap(call: Call) {
  const isIn = call.number(0) === 0
  const [steps, assets, limits] = [call.list(1), call.list(2), call.list(7)]
  if (steps.length === 0) return call.reject()
  const [head, tail] = [steps.tuple(0), steps.tuple(steps.length - 1)]
  const [indexIn, indexOut] = isIn ? [head.number(1), tail.number(2)] : [tail.number(1), head.number(2)]
  if (Math.max(indexIn, indexOut) >= Math.min(assets.length, limits.length)) return call.reject()
  const [most, least] = [limits.int(indexIn), -limits.int(indexOut)]
  const pools = Array.from({ length: steps.length }, (_, item) => toPool(steps.tuple(item).word(0)))
  const path = toChain(steps, assets, isIn)
  const others = toOtherInputs(steps, limits, indexIn).filter((index) => index < assets.length)
  const limited = call.until(call.uint(8))
  limited.swap({
    exact: isIn ? 'in' : 'out',
    tokenIn: assets.address(indexIn),
    tokenOut: assets.address(indexOut),
    amountIn: isIn ? sumAmounts(steps, indexIn, 1) : most > 0n ? most : null,
    amountOut: others.length > 0 ? null : isIn ? orZero(least) : sumAmounts(steps, indexOut, 2),
    ...(path && { path }),
    pools: path && !isIn ? pools.reverse() : pools,
    recipient: call.address(5),
  })
  // The inputs share the output, so none of them has a minimum of its own.
  for (const index of others)
    limited.swap({
      tokenIn: assets.address(index),
      tokenOut: assets.address(indexOut),
      amountIn: limits.int(index),
      recipient: call.address(5),
    })
}

/** Decodes liquidity. `request` is (assets, limits, userData, internal balance). */
function liquidity(call: Call, event: 'add' | 'remove', request: number): void {
  const fields = call.tuple(request)
  call.emit({ kind: 'liquidity', event, tokens: fields.addresses(0), amounts: fields.uints(1) })
}

/**
 * Operations (kind, asset, amount, sender, recipient) with balances that the vault keeps for accounts. 0 deposits, 1 withdraws,
 * 2 transfers within the vault, 3 transfers the tokens themselves by the vault's allowance. The zero address means the
 * native currency, which the caller pays and which cannot be transferred.
 *
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/master/pkg/vault/contracts/UserBalance.sol
 */
function manageBalances(call: Call, vault: Address): void {
  const list = call.list(0, 5)
  for (let item = 0; item < list.length; item++) {
    const operation = list.inline(5 * item)
    const [kind, asset, amount] = [operation.number(0), operation.address(1), operation.uint(2)]
    if (kind > 3) call.reject()
    const isNative = asset === zeroAddress
    const payer = isNative ? call.from : operation.address(3)
    call.refusedIf(isNative && kind > 1).emit({
      kind: 'transfer',
      token: isNative ? null : asset,
      from: kind === 1 ? vault : payer,
      to: kind === 0 ? vault : operation.address(4),
      amount: isReference(amount) ? null : amount,
    })
  }
}

const operations = '(uint8,address,uint256,address,address)[]'
const step = '(bytes32,uint256,uint256,uint256,bytes)'
const single = '(bytes32,uint8,address,address,uint256,bytes)'
const funds = '(address,bool,address,bool)'
const request = '(address[],uint256[],bytes,bool)'

/**
 * Functions of the v2 Vault. The relayer's library has the same functions, whose arguments may refer to earlier
 * results.
 */
export const vaultFunctions: Functions = defineFunctions({
  ...each(swap, `swap(${single},${funds},uint256,uint256)`, `swap(${single},${funds},uint256,uint256,uint256,uint256)`),
  ...each(
    batchSwap,
    `batchSwap(uint8,${step}[],address[],${funds},int256[],uint256)`,
    `batchSwap(uint8,${step}[],address[],${funds},int256[],uint256,uint256,(uint256,uint256)[])`,
  ),
  [`joinPool(bytes32,address,address,${request})`]: (call) => liquidity(call, 'add', 3),
  [`exitPool(bytes32,address,address,${request})`]: (call) => liquidity(call, 'remove', 3),
  [`joinPool(bytes32,uint8,address,address,${request},uint256,uint256)`]: (call) => liquidity(call, 'add', 4),
  [`exitPool(bytes32,uint8,address,address,${request},(uint256,uint256)[])`]: (call) => liquidity(call, 'remove', 4),
  [`manageUserBalance(${operations})`]: (call) => manageBalances(call, call.to),
  'flashLoan(address,address[],uint256[],bytes)': flashLoans,
  ...each(
    otherAction,
    'setRelayerApproval(address,address,bool)',
    'setRelayerApproval(address,bool,bytes)',
    'gaugeMint(address[],uint256)',
    'gaugeClaimRewards(address[])',
    'gaugeDeposit(address,address,address,uint256)',
    'gaugeWithdraw(address,address,address,uint256)',
  ),
})

/** Functions of the relayer. Its multicall runs its library's functions. */
export const relayerFunctions: Functions = joinFunctions(
  vaultFunctions,
  defineFunctions({
    ...each(
      (call) => manageBalances(call, balancerV2Vaults.vault),
      `manageUserBalance(${operations},uint256)`,
      `manageUserBalance(${operations},uint256,(uint256,uint256)[])`,
    ),
    'multicall(bytes[])': (call) => {
      const list = call.list(0)
      for (let item = 0; item < list.length; item++) call.enterSelf(list.bytes(item))
    },
  }),
)
