import type { Address } from 'viem'
import { multicallFunctions } from '../../accounts/selfMulticall.ts'
import type { Call, SwapFields } from '../../decoder/call.ts'
import { each } from '../../decoder/each.ts'
import { nativeToken } from '../../decoder/nativeToken.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { type Decode, defineFunctions, type Functions, joinFunctions } from '../../decoder/protocol.ts'
import { orIfZero } from '../swapFunctions.ts'
import { readPath, readTiers } from './path.ts'

/**
 * Returns the recipient as SwapRouter02, Universal Router, Uniswap V4 and their forks read it: 1 means the sender and
 * 2 means the contract. Zero has no special meaning.
 */
export function toRecipient(call: Call, recipient: Address): Address | null {
  if (recipient === '0x0000000000000000000000000000000000000001') return call.from
  return recipient === '0x0000000000000000000000000000000000000002' ? call.to : recipient
}

/**
 * `first`: SwapRouter and its forks, where a zero recipient means the router. `second`: SwapRouter02, whose
 * recipients are those of `toRecipient`. There an amountIn of 0 means the router's balance.
 */
type Generation = 'first' | 'second'

/**
 * Returns how the routers' `pay()` pays the input: in native currency if the router has enough of it, otherwise with
 * the payer's wrapped token. It never combines both.
 *
 * @param takesBalance the router pays from its own balance
 * @see https://github.com/Uniswap/v3-periphery/blob/main/contracts/base/PeripheryPayments.sol
 */
export function toPayer(call: Call, tokenIn: Address | undefined, amountIn: bigint, takesBalance: boolean) {
  if (takesBalance) return { payer: call.to, isNativeIn: false }
  const isWrapped = tokenIn === call.wrappedNative
  return {
    payer: call.from,
    isNativeIn: isWrapped && call.value > 0n && call.value >= amountIn,
    nativeFirst: isWrapped,
  }
}

/** Reports a swap. `amounts` are in the order of the function, with the exact one first. */
function report(
  call: Call,
  exact: 'in' | 'out',
  path: readonly Address[],
  [given, limit]: readonly [bigint, bigint],
  recipient: Address,
  generation: Generation,
  more: Pick<SwapFields, 'protocol' | 'tiers' | 'hasPriceLimit'> = {},
): void {
  const [amountIn, amountOut] = exact === 'in' ? [given, limit] : [limit, given]
  const takesBalance = generation === 'second' && exact === 'in' && amountIn === 0n
  // Pools reject an exact amount of zero ('AS').
  call.refusedIf(given === 0n && !takesBalance).swap({
    exact,
    path,
    amountIn: takesBalance ? null : amountIn,
    amountOut,
    recipient: generation === 'second' ? toRecipient(call, recipient) : orIfZero(call, recipient, 'self'),
    ...toPayer(call, path[0], amountIn, takesBalance),
    ...more,
  })
}

/**
 * Decodes a swap in one pool. The parameters are the words of the recipient, of the first amount, and of the fee or
 * tick spacing, if there is one. The amount's limit and the price limit follow the first amount.
 */
export function single(
  exact: 'in' | 'out',
  recipient: number,
  amount: number,
  generation: Generation = 'first',
  tier?: number,
): Decode {
  const hasDeadline = amount === recipient + 2
  return (call) =>
    report(
      hasDeadline ? call.until(call.uint(recipient + 1)) : call,
      exact,
      [call.address(0), call.address(1)],
      [call.uint(amount), call.uint(amount + 1)],
      call.address(recipient),
      generation,
      {
        tiers: tier === undefined ? undefined : [Number(call.int(tier))],
        hasPriceLimit: call.uint(amount + 2) > 0n,
      },
    )
}

/** Decodes a packed path. It starts with the last token if the output is exact. */
function exactPath(exact: 'in' | 'out', amount: number, generation: Generation): Decode {
  return (call) => {
    const args = call.tuple(0)
    const path = readPath(args, args.bytes(0))
    const tiers = readTiers(args, args.bytes(0), path)
    if (exact === 'out') {
      path.reverse()
      tiers?.reverse()
    }
    const limited = amount === 3 ? call.until(args.uint(2)) : call
    report(limited, exact, path, [args.uint(amount), args.uint(amount + 1)], args.address(1), generation, { tiers })
  }
}

/** Emits the unwrapping of the router's whole balance, which must be at least `least`. */
export function unwrapAll(call: Call, least: bigint, recipient: Address | null): void {
  call.emit({ kind: 'unwrap', token: call.wrappedNative, amount: least, isLeast: true, recipient })
}

/**
 * Decodes `(least[, recipient])`. Without a recipient, the caller receives the payment. The fee is part of the
 * payment.
 */
function unwrap(recipient?: number): Decode {
  return (call) => unwrapAll(call, call.uint(0), recipient === undefined ? call.from : call.address(recipient))
}

/** Decodes `(token, least[, recipient])`. */
function sweep(recipient?: number): Decode {
  return (call) =>
    call.pay(call.address(0), {
      from: call.to,
      to: recipient === undefined ? call.from : call.address(recipient),
      least: call.uint(1),
    })
}

const refund: Decode = (call) => call.pay(nativeToken, { from: call.to, to: call.from })

/**
 * Payments from the router's balance, under the names that its forks use.
 *
 * @see https://github.com/Uniswap/swap-router-contracts/blob/main/contracts/base/PeripheryPaymentsWithFeeExtended.sol
 */
const paymentFunctions = {
  ...each(
    unwrap(1),
    'unwrapWETH9(uint256,address)',
    'unwrapWETH9WithFee(uint256,address,uint256,address)',
    'unwrapWNativeToken(uint256,address)',
    'unwrapWNativeTokenWithFee(uint256,address,uint256,address)',
    'unwrapWeth(uint256,address)',
  ),
  ...each(unwrap(), 'unwrapWETH9(uint256)', 'unwrapWETH9WithFee(uint256,uint256,address)'),
  ...each(
    sweep(2),
    'sweepToken(address,uint256,address)',
    'sweepTokenWithFee(address,uint256,address,uint256,address)',
    'transferAllTokens(address,uint256,address)',
  ),
  ...each(sweep(), 'sweepToken(address,uint256)', 'sweepTokenWithFee(address,uint256,uint256,address)'),
  ...each(refund, 'refundETH()', 'refundNativeToken()', 'refundEth()'),
}

/** Emits the approval of an EIP-2612 or DAI permit to the router itself. */
function selfPermit(call: Call, amount: bigint): void {
  call.emit({ kind: 'approval', token: call.address(0), spender: call.to, amount })
}

/**
 * Defines the functions of SwapRouter, SwapRouter02 and Slipstream's router, which identifies pools by tick spacing.
 * Selectors that several of them share have the same meaning in each.
 *
 * @param v2 protocol of SwapRouter02's swaps through pairs
 */
export function defineSwapRouter(v2: string): Functions {
  const pairs =
    (exact: 'in' | 'out'): Decode =>
    (call) => {
      const path = call.addresses(2)
      if (path.length < 2) call.reject()
      report(call, exact, path, [call.uint(0), call.uint(1)], call.address(3), 'second', { protocol: v2 })
    }
  return joinFunctions(
    multicallFunctions,
    defineFunctions({
      'exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))': single(
        'in',
        3,
        5,
        'first',
        2,
      ),
      'exactOutputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))': single(
        'out',
        3,
        5,
        'first',
        2,
      ),
      'exactInputSingle((address,address,int24,address,uint256,uint256,uint256,uint160))': single(
        'in',
        3,
        5,
        'first',
        2,
      ),
      'exactOutputSingle((address,address,int24,address,uint256,uint256,uint256,uint160))': single(
        'out',
        3,
        5,
        'first',
        2,
      ),
      'exactInput((bytes,address,uint256,uint256,uint256))': exactPath('in', 3, 'first'),
      'exactOutput((bytes,address,uint256,uint256,uint256))': exactPath('out', 3, 'first'),
      'exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))': single('in', 3, 4, 'second', 2),
      'exactOutputSingle((address,address,uint24,address,uint256,uint256,uint160))': single('out', 3, 4, 'second', 2),
      'exactInput((bytes,address,uint256,uint256))': exactPath('in', 2, 'second'),
      'exactOutput((bytes,address,uint256,uint256))': exactPath('out', 2, 'second'),
      'swapExactTokensForTokens(uint256,uint256,address[],address)': pairs('in'),
      'swapTokensForExactTokens(uint256,uint256,address[],address)': pairs('out'),
      ...paymentFunctions,
      'wrapETH(uint256)': (call) =>
        call.emit({ kind: 'wrap', token: call.wrappedNative, amount: call.uint(0), recipient: call.to }),
      'pull(address,uint256)': (call) => {
        const [token, amount] = [call.address(0), call.uint(1)]
        call.emit({ kind: 'transfer', token, from: call.from, to: call.to, amount })
      },
      'selfPermit(address,uint256,uint256,uint8,bytes32,bytes32)': (call) => selfPermit(call, call.uint(1)),
      'selfPermitIfNecessary(address,uint256,uint256,uint8,bytes32,bytes32)': (call) => selfPermit(call, call.uint(1)),
      'selfPermitAllowed(address,uint256,uint256,uint8,bytes32,bytes32)': (call) => selfPermit(call, 2n ** 256n - 1n),
      'selfPermitAllowedIfNecessary(address,uint256,uint256,uint8,bytes32,bytes32)': (call) =>
        selfPermit(call, 2n ** 256n - 1n),
      ...each(
        otherAction,
        'approveMax(address)',
        'approveMaxMinusOne(address)',
        'approveZeroThenMax(address)',
        'approveZeroThenMaxMinusOne(address)',
      ),
    }),
  )
}
