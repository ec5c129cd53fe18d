import { type Address, encodeAbiParameters, type Hex, keccak256, parseAbi, toHex } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import type { V4Pool } from '../poolState.ts'
import { readTickState, type TickReads } from '../uniswapV3/read.ts'
import type { TickState } from '../uniswapV3/tickState.ts'
import { toProtocolFees } from './protocolFee.ts'

const abi = parseAbi(['function extsload(bytes32 slot) view returns (bytes32 value)'])

/** Storage slots of PoolManager and of a pool in it, from `StateLibrary` of v4-core. */
const poolsSlot = 6n
const offsets = { liquidity: 3n, ticks: 4n, bitmap: 5n } as const

type V4State = TickState & Pick<V4Pool, 'protocolFees'>
type Slot0 = Pick<V4State, 'sqrtPriceX96' | 'tick' | 'fee' | 'protocolFees'>

/** Reads a pool's state from the storage of Uniswap V4's PoolManager. Takes as many rounds as `readTickState`. */
export async function getV4State(
  reader: BlockReader,
  { address, id, tickSpacing }: Pick<V4Pool, 'address' | 'id' | 'tickSpacing'>,
  known?: Pick<TickState, 'tick' | 'tickSpacing' | 'ticks'>,
  preloaded?: readonly number[],
): Promise<V4State | undefined> {
  const { slot, load } = createPoolStorage(reader, address, id)
  let protocolFees: V4State['protocolFees'] = [0, 0]
  const reads: TickReads = {
    async price() {
      const word = await load(slot)
      const { protocolFees: fees, ...price } = word === undefined ? toSlot0(0n) : toSlot0(word)
      protocolFees = fees
      return word === undefined ? undefined : price
    },
    liquidity: () => load(slot + offsets.liquidity),
    tickSpacing: async () => tickSpacing,
    word: (word) => load(toMappingSlot(word, slot + offsets.bitmap)),
    async tick(tick) {
      const word = await load(toMappingSlot(tick, slot + offsets.ticks))
      if (word === undefined) return undefined
      return { liquidityGross: BigInt.asUintN(128, word), liquidityNet: BigInt.asIntN(128, word >> 128n) }
    },
  }
  const state = await readTickState(reads, known, preloaded)
  return state && { ...state, protocolFees }
}

/** Reads the tick of a pool's price. Returns undefined if the pool has no price. */
export async function getV4Tick(
  reader: BlockReader,
  { address, id }: Pick<V4Pool, 'address' | 'id'>,
): Promise<number | undefined> {
  const { slot, load } = createPoolStorage(reader, address, id)
  const word = await load(slot)
  const { sqrtPriceX96, tick } = toSlot0(word ?? 0n)
  return sqrtPriceX96 > 0n ? tick : undefined
}

function createPoolStorage(reader: BlockReader, address: Address, id: Hex) {
  const types = [{ type: 'bytes32' }, { type: 'uint256' }] as const
  return {
    slot: BigInt(keccak256(encodeAbiParameters(types, [id, poolsSlot]))),
    async load(slot: bigint): Promise<bigint | undefined> {
      const args = [toHex(BigInt.asUintN(256, slot), { size: 32 })] as const
      const word = await reader.tryRead({ address, abi, functionName: 'extsload', args })
      return word === undefined ? undefined : BigInt(word)
    },
  }
}

function toMappingSlot(key: number, slot: bigint): bigint {
  const types = [{ type: 'int256' }, { type: 'uint256' }] as const
  return BigInt(keccak256(encodeAbiParameters(types, [BigInt(key), BigInt.asUintN(256, slot)])))
}

/** From the lowest bit: price (160 bits), tick (24), protocol fees (24), pool fee (24). */
function toSlot0(word: bigint): Slot0 {
  return {
    sqrtPriceX96: BigInt.asUintN(160, word),
    tick: Number(BigInt.asIntN(24, word >> 160n)),
    protocolFees: toProtocolFees(Number(BigInt.asUintN(24, word >> 184n))),
    fee: Number(BigInt.asUintN(24, word >> 208n)),
  }
}
