import { type Address, encodeAbiParameters, type Hex, keccak256, pad, toHex } from 'viem'
import { readArtifact } from '../abis.ts'
import { sushiSwap, tokens } from '../addresses.ts'
import type { Deployer } from '../deployer.ts'
import { type Pool, pools } from '../pools.ts'
import { fillPairs } from './uniswapV2.ts'

const sideUsd = 10_000_000

/**
 * Deploys SushiSwap. Compiling the pair does not give the creation code hash that the router contains, so pairs are placed
 * at their mainnet addresses with the storage that the constructor and factory would set. Only the PairCreated log is
 * missing.
 */
export async function deploySushiSwap(deployer: Deployer): Promise<void> {
  const { factory, router } = sushiSwap
  await deployer.deployAt(factory, readArtifact('sushiFactory'), [deployer.admin])
  await deployer.deployAt(router, readArtifact('sushiRouter'), [factory, tokens.WETH.address])
  const pairs = pools.filter(({ venue }) => venue === 'sushiSwap')
  for (const [index, pair] of pairs.entries()) await placePair(deployer, pair, index)
  await setSlot(deployer, factory, slots.factoryAllPairs, toHex(pairs.length))
  await fillPairs(deployer, 'sushiSwap', sideUsd)
}

// Storage layout of UniswapV2Pair and UniswapV2Factory of @sushiswap/core, in order of declaration.
const slots = { pairFactory: 5n, pairToken0: 6n, pairToken1: 7n, factoryGetPair: 3n, factoryAllPairs: 4n } as const

async function placePair(deployer: Deployer, { address, token0, token1 }: Pool, index: number): Promise<void> {
  const { factory } = sushiSwap
  await deployer.deployAt(address, readArtifact('sushiPair'))
  // The constructor stored its caller as the factory.
  await setSlot(deployer, address, slots.pairFactory, factory)
  await setSlot(deployer, address, slots.pairToken0, token0.address)
  await setSlot(deployer, address, slots.pairToken1, token1.address)
  await setSlot(
    deployer,
    factory,
    BigInt(keccak256(toHex(slots.factoryAllPairs, { size: 32 }))) + BigInt(index),
    address,
  )
  for (const [a, b] of [
    [token0.address, token1.address],
    [token1.address, token0.address],
  ] as const) {
    await setSlot(deployer, factory, mappingSlot(b, mappingSlot(a, slots.factoryGetPair)), address)
  }
}

function mappingSlot(key: Address, slot: bigint): bigint {
  return BigInt(keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [key, slot])))
}

async function setSlot({ client }: Deployer, address: Address, slot: bigint, value: Hex): Promise<void> {
  await client.setStorageAt({ address, index: toHex(slot, { size: 32 }), value: pad(value) })
}
