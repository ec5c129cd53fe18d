import { nativeToken, routersV2 } from '@outrigger/calldata/internal'
import { type ChainName, OutriggerError } from '@outrigger/core'
import { type ChainOption, resolveChain, toChainName } from '@outrigger/core/internal'
import {
  type Address,
  concatHex,
  decodeAbiParameters,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  type Hex,
  parseAbi,
  parseAbiParameters,
  zeroAddress,
} from 'viem'
import type { Edge, Path } from './routeGraph.ts'

/** Chains whose pools are read exactly and whose Universal Router is 2.0. */
const routerChains = ['ethereum', 'polygon', 'arbitrum', 'optimism', 'base', 'avalanche'] as const

/** Uniswap's Universal Router 2.0. */
export const universalRouters: { readonly [chain in ChainName]?: Address } = Object.fromEntries(
  routerChains.map((chain) => [chain, routersV2[chain]?.[0]]),
)

/** DEXes whose pools the router supports. */
export const routerDexes: ReadonlySet<string> = new Set(['uniswap_v2', 'uniswap_v3'])

/** A swap cannot be encoded as requested. The message explains what to change. */
export class InvalidSwapError extends OutriggerError {
  readonly code = 'INVALID_SWAP'
}

export type SwapPlan = {
  readonly chain: ChainOption
  /** `nativeToken` for the native currency, otherwise as in the paths. */
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly shares: readonly { readonly path: Path; readonly amountIn: bigint }[]
  /** Minimum output of all paths together. The transaction reverts with less. */
  readonly minAmountOut: bigint
  readonly recipient: Address
  /** Unix seconds. The transaction reverts later. */
  readonly deadline: bigint
  /**
   * A Permit2 signature for the router: `abi.encode(PermitSingle, bytes)`. Without it, the router must already have an
   * allowance in Permit2.
   */
  readonly permit?: Hex
}

export type SwapTransaction = { readonly to: Address; readonly data: Hex; readonly value: bigint }

// Commands.sol, ActionConstants.sol.
const commands = {
  v3SwapExactIn: '0x00',
  sweep: '0x04',
  v2SwapExactIn: '0x08',
  permit2Permit: '0x0a',
  wrapEth: '0x0b',
  unwrapWeth: '0x0c',
} as const
const itself: Address = '0x0000000000000000000000000000000000000002'
const wholeBalance = 1n << 255n

const abi = parseAbi(['function execute(bytes commands, bytes[] inputs, uint256 deadline) payable'])
const permitParameters = parseAbiParameters([
  'PermitSingle permitSingle, bytes signature',
  'struct PermitDetails { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  'struct PermitSingle { PermitDetails details; address spender; uint256 sigDeadline; }',
])

type Step = { readonly command: Hex; readonly input: Hex }

/**
 * Encodes a route for Uniswap's Universal Router. Every path ends in the router, which pays everything out at once
 * and reverts below `minAmountOut`. It takes the input through Permit2, and never takes more than the paths need.
 *
 * @throws {InvalidSwapError} if a pool is not Uniswap's, the chain has no router, or the permit is invalid
 * @example
 * const { to, data, value } = toSwapTransaction({ chain: 'ethereum', ...quote, minAmountOut, recipient, deadline })
 */
export function toSwapTransaction(plan: SwapPlan): SwapTransaction {
  const chain = toChainName(plan.chain)
  const { tokenIn, tokenOut, shares, minAmountOut, recipient, deadline, permit } = plan
  const router = universalRouters[chain]
  const native = resolveChain(plan.chain).wrappedNative
  if (router === undefined || native === null)
    throw new InvalidSwapError(
      `${chain} has no Universal Router. Use one of ${Object.keys(universalRouters).join(', ')}.`,
    )
  const isNativeIn = tokenIn === nativeToken
  const amountIn = shares.reduce((sum, share) => sum + share.amountIn, 0n)
  const out =
    tokenOut === nativeToken
      ? toStep(commands.unwrapWeth, 'address, uint256', [recipient, minAmountOut])
      : toStep(commands.sweep, 'address, address, uint256', [tokenOut, recipient, minAmountOut])
  const steps = [
    ...(permit === undefined ? [] : [{ command: commands.permit2Permit, input: checkPermit(permit, plan, router) }]),
    ...(isNativeIn ? [toStep(commands.wrapEth, 'address, uint256', [itself, amountIn])] : []),
    ...shares.flatMap((share) => toPathSteps(share.path, share.amountIn, !isNativeIn)),
    out,
  ]
  const data = encodeFunctionData({
    abi,
    functionName: 'execute',
    args: [concatHex(steps.map(({ command }) => command)), steps.map(({ input }) => input), deadline],
  })
  return { to: router, data, value: isNativeIn ? amountIn : 0n }
}

function toStep(command: Hex, types: string, values: readonly unknown[]): Step {
  return { command, input: encodeAbiParameters(parseAbiParameters(types) as never, values as never) }
}

/**
 * Encodes one command for each run of pools of one version. Each run's output stays in the router, which pays the next
 * one.
 */
function toPathSteps(path: Path, amountIn: bigint, isPaidByUser: boolean): readonly Step[] {
  return toStretches(path).map((stretch, index) => {
    const amount = index === 0 ? amountIn : wholeBalance
    const isUser = index === 0 && isPaidByUser
    const tokens = [stretch[0]?.tokenIn ?? zeroAddress, ...stretch.map(({ tokenOut }) => tokenOut)]
    return stretch[0]?.pool.dex === 'uniswap_v2'
      ? toStep(commands.v2SwapExactIn, 'address, uint256, uint256, address[], bool', [
          itself,
          amount,
          0n,
          tokens,
          isUser,
        ])
      : toStep(commands.v3SwapExactIn, 'address, uint256, uint256, bytes, bool', [
          ...[itself, amount, 0n],
          toV3Path(stretch),
          isUser,
        ])
  })
}

function toStretches(path: Path): readonly (readonly Edge[])[] {
  const stretches: Edge[][] = []
  for (const edge of path) {
    if (!routerDexes.has(edge.pool.dex))
      throw new InvalidSwapError(
        `The Universal Router does not support pools of ${edge.pool.dex}. Quote with routerDexes.`,
      )
    const last = stretches.at(-1)
    if (last?.[0]?.pool.dex === edge.pool.dex) last.push(edge)
    else stretches.push([edge])
  }
  return stretches
}

/** Token, fee, token …, packed. */
function toV3Path(stretch: readonly Edge[]): Hex {
  const [first] = stretch
  const hops = stretch.map(({ pool, tokenOut }) => {
    if (pool.kind !== 'ticks') throw new InvalidSwapError(`${pool.id} is not a Uniswap V3 pool.`)
    return encodePacked(['uint24', 'address'], [pool.fee, tokenOut])
  })
  return concatHex([first?.tokenIn ?? zeroAddress, ...hops])
}

/** Rejects a permit for another token, another spender or a smaller amount here instead of on-chain. */
function checkPermit(permit: Hex, { tokenIn, shares }: SwapPlan, router: Address): Hex {
  const [{ details, spender }] = decodePermit(permit)
  const amountIn = shares.reduce((sum, share) => sum + share.amountIn, 0n)
  const [token, to] = [details.token.toLowerCase(), spender.toLowerCase()]
  if (token !== tokenIn) throw new InvalidSwapError(`The permit is for ${token}, but the swap sells ${tokenIn}.`)
  if (to !== router) throw new InvalidSwapError(`The permit is for ${to}, but the swap goes through ${router}.`)
  if (details.amount < amountIn)
    throw new InvalidSwapError(`The permit is for ${details.amount} units, but the swap sells ${amountIn}.`)
  return permit
}

function decodePermit(permit: Hex) {
  try {
    return decodeAbiParameters(permitParameters, permit)
  } catch {
    throw new InvalidSwapError(
      'A permit must be abi.encode(PermitSingle, bytes signature) of Permit2, as hexadecimal text.',
    )
  }
}
