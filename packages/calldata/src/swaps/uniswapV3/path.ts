import type { Address } from 'viem'
import type { Args, Span } from '../../decoder/args.ts'

const tokenBytes = 20

/**
 * Returns the tokens of a packed path. Its length shows which form it has. Between two tokens, Uniswap's form has 3
 * bytes of fee or tick spacing, Algebra's has nothing, and Algebra Integral's has the pool's deployer (zero for the
 * default).
 *
 * @see https://docs.uniswap.org/contracts/v3/guides/swaps/multihop-swaps
 */
export function readPath(args: Args, path: Span): Address[] {
  const hopsBytes = (path.end - path.start) / 2 - tokenBytes
  const stride = toStride(args, path, hopsBytes)
  const tokens = stride === 0 ? 0 : hopsBytes / stride + 1
  args.source.budget -= tokens
  if (tokens < 2 || args.source.budget < 0) {
    args.reject()
    return []
  }
  return Array.from({ length: tokens }, (_, item) => args.packedAddress(path, item * stride))
}

const tierBytes = 3

/**
 * Returns the fees of a packed path that `readPath` has read. At Slipstream they are tick spacings, which are signed.
 * Undefined if the path contains none.
 */
export function readTiers(args: Args, path: Span, tokens: readonly Address[]): number[] | undefined {
  const stride = tokenBytes + tierBytes
  if (tokens.length < 2 || (path.end - path.start) / 2 !== tokenBytes + (tokens.length - 1) * stride) return undefined
  return tokens
    .slice(1)
    .map((_, hop) => Number(BigInt.asIntN(24, args.packedUint(path, tokenBytes + hop * stride, tierBytes))))
}

function toStride(args: Args, path: Span, hopsBytes: number): number {
  if (hopsBytes <= 0) return 0
  if (hopsBytes % (tokenBytes + 3) === 0) return tokenBytes + 3
  if (hopsBytes % tokenBytes !== 0) return 0
  const isIntegral = hopsBytes % (2 * tokenBytes) === 0 && args.packedUint(path, tokenBytes, tokenBytes) === 0n
  return isIntegral ? 2 * tokenBytes : tokenBytes
}
