import { type Address, concatHex, type Hex } from 'viem'
import { createRandom } from '../random.ts'

/** Address of the gas burner on a chain with filled blocks. */
export const gasBurner: Address = '0x6A50000000000000000000000000000000000001'

/**
 * Reads transient storage (100 gas, no trace in state) until less than 10,000 gas is left, then stops: JUMPDEST,
 * eight times GAS TLOAD POP, then GAS PUSH2 10000 LT PUSH1 0 JUMPI STOP.
 */
export const gasBurnerCode: Hex = concatHex(['0x5b', ...Array<Hex>(8).fill('0x5a5c50'), '0x5a6127101060005700'])

/** Yields base fees as multiples of an anchor: a random walk around 1 with a deviation near 0.3. */
export function* planBaseFee(seed: number): Generator<number, never> {
  const random = createRandom(seed ^ 0x6a5)
  for (let walk = 0; ; walk = walk * 0.97 + 0.075 * random.normal()) yield Math.exp(walk)
}

/**
 * Computes the gas that the next block needs for a base fee of `wantedFee` after it. EIP-1559 solved for the gas used:
 * fee' = fee · (1 + (used - target) / target / 8), target = limit / 2. Leaves at least a tenth of the block free.
 */
export const computeFillerGas = (
  block: { readonly baseFeePerGas: bigint; readonly gasLimit: bigint },
  otherGas: bigint,
  wantedFee: number,
): number => {
  const target = Number(block.gasLimit) / 2
  const used = target * (1 + 8 * (wantedFee / Number(block.baseFeePerGas) - 1))
  return Math.max(0, Math.min(used, 1.8 * target) - Number(otherGas))
}

const minFillerGas = 500_000
const maxFillerGas = 8_000_000

/** Splits gas into transactions of different sizes, so that no single tip determines a block's percentiles. */
export const splitFillerGas = (gas: number, next: () => number): readonly bigint[] => {
  const parts: bigint[] = []
  for (let left = gas; left >= minFillerGas; ) {
    const part = Math.min(left, minFillerGas + next() * (maxFillerGas - minFillerGas))
    parts.push(BigInt(Math.floor(part)))
    left -= part
  }
  return parts
}
