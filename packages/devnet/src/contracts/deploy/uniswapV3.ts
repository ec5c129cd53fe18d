import { stringToHex } from 'viem'
import { readAbi, readArtifact } from '../abis.ts'
import { tokens, uniswapV2, uniswapV3 } from '../addresses.ts'
import { toAmount } from '../amounts.ts'
import { linkArtifact, npmArtifact } from '../artifacts.ts'
import type { Deployer } from '../deployer.ts'
import { pools, type TickPool } from '../pools.ts'
import { approveTreasury } from './tokens.ts'

const periphery = '@uniswap/v3-periphery/artifacts/contracts'
const fullRangeUsd = 20_000_000
const aroundPriceUsd = 5_000_000
/** About 10 % in each direction: 1.0001 ** 953. */
const aroundPriceTicks = 953
const maxTick = 887_272

export async function deployUniswapV3(deployer: Deployer): Promise<void> {
  const { deployAt, send } = deployer
  const weth = tokens.WETH.address
  await deployAt(uniswapV3.factory, readArtifact('uniswapV3Factory'))
  await deployAt(uniswapV3.swapRouter, readArtifact('swapRouter'), [uniswapV3.factory, weth])
  await deployAt(uniswapV3.nftDescriptor, npmArtifact(`${periphery}/libraries/NFTDescriptor.sol/NFTDescriptor.json`))
  const descriptor = `${periphery}/NonfungibleTokenPositionDescriptor.sol/NonfungibleTokenPositionDescriptor.json`
  await deployAt(
    uniswapV3.positionDescriptor,
    linkArtifact(npmArtifact(descriptor), { NFTDescriptor: uniswapV3.nftDescriptor }),
    [weth, stringToHex('ETH', { size: 32 })],
  )
  await deployAt(uniswapV3.positionManager, readArtifact('positionManager'), [
    uniswapV3.factory,
    weth,
    uniswapV3.positionDescriptor,
  ])
  await deployAt(uniswapV3.quoterV2, readArtifact('quoterV2'), [uniswapV3.factory, weth])
  await deployAt(uniswapV3.tickLens, readArtifact('tickLens'))
  await deployAt(uniswapV3.swapRouter02, readArtifact('swapRouter02'), [
    uniswapV2.factory,
    uniswapV3.factory,
    uniswapV3.positionManager,
    weth,
  ])
  // The constructor enables 500, 3000 and 10000. Governance added 100 in November 2021.
  const args = [100, 1]
  await send({ to: uniswapV3.factory, abi: readAbi('uniswapV3Factory'), functionName: 'enableFeeAmount', args })

  await approveTreasury(deployer, uniswapV3.positionManager)
  for (const pool of pools) {
    if (pool.venue !== 'uniswapV3') continue
    await createPool(deployer, pool)
    const spacing = toTickSpacing(pool.fee)
    const middle = Math.round(computeTick(pool) / spacing) * spacing
    const reach = Math.ceil(aroundPriceTicks / spacing) * spacing
    const edge = Math.floor(maxTick / spacing) * spacing
    await mint(deployer, pool, [-edge, edge], pool.thinUsd ?? fullRangeUsd)
    if (pool.thinUsd === undefined) await mint(deployer, pool, [middle - reach, middle + reach], aroundPriceUsd)
  }
}

async function createPool({ send }: Deployer, { token0, token1, fee, ...pool }: TickPool): Promise<void> {
  const args = [token0.address, token1.address, fee, computeSqrtPriceX96({ token0, token1 })]
  const functionName = 'createAndInitializePoolIfNecessary'
  await send({ to: uniswapV3.positionManager, abi: readAbi('positionManager'), functionName, args })
  // Room for a time-weighted price, like in busy pools on mainnet.
  const room = { functionName: 'increaseObservationCardinalityNext', args: [32] }
  await send({ to: pool.address, abi: readAbi('uniswapV3Pool'), ...room })
}

async function mint(
  { send, admin }: Deployer,
  { token0, token1, fee }: TickPool,
  [tickLower, tickUpper]: readonly [number, number],
  usd: number,
): Promise<void> {
  const position = {
    token0: token0.address,
    token1: token1.address,
    fee,
    tickLower,
    tickUpper,
    amount0Desired: toAmount(token0, usd),
    amount1Desired: toAmount(token1, usd),
    amount0Min: 0n,
    amount1Min: 0n,
    recipient: admin,
    deadline: 2n ** 40n,
  }
  await send({
    to: uniswapV3.positionManager,
    abi: readAbi('positionManager'),
    functionName: 'mint',
    args: [position],
  })
}

type Tokens = Pick<TickPool, 'token0' | 'token1'>

/** Computes sqrt(token1 per token0 in base units) * 2^96 exactly (Uniswap v3 core whitepaper, 6.1). */
function computeSqrtPriceX96({ token0, token1 }: Tokens): bigint {
  return computeSqrt((toAmount(token1, 1e12) << 192n) / toAmount(token0, 1e12))
}

function computeTick({ token0, token1 }: Tokens): number {
  return Math.log(Number(toAmount(token1, 1e12)) / Number(toAmount(token0, 1e12))) / Math.log(1.0001)
}

function toTickSpacing(fee: number): number {
  return fee === 100 ? 1 : fee / 50
}

function computeSqrt(value: bigint): bigint {
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}
