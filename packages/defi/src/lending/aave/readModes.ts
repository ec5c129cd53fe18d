import { type Address, zeroAddress } from 'viem'
import { toLower } from '../../dex/pool.ts'
import type { BlockReader } from '../../reads/blockReader.ts'
import type { AaveMode } from './aaveMarket.ts'
import { oracleAbi, poolV3Abi } from './abi.ts'
import type { AaveVersionRules } from './versionRules.ts'

const lastId = 255
/** Ids are assigned in order, so only this many ids beyond the known ones are checked. */
const lookahead = 8

/** Reads the e-mode categories of a pool, in one round for known categories and another for new ones. */
export async function readModes(
  reader: BlockReader,
  pool: Address,
  oracle: Address,
  rules: AaveVersionRules,
  known: readonly AaveMode[] | undefined,
): Promise<readonly AaveMode[]> {
  if (rules.modes === 'none') return []
  const highest = known?.reduce((most, { id }) => Math.max(most, id), 0)
  const count = highest === undefined ? lastId : Math.min(highest + lookahead, lastId)
  const modes = await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const before = known?.find(({ id }) => id === index + 1)
      return readMode(reader, pool, oracle, rules, index + 1, before)
    }),
  )
  return modes.flatMap((mode) => mode ?? [])
}

async function readMode(
  reader: BlockReader,
  pool: Address,
  oracle: Address,
  rules: AaveVersionRules,
  id: number,
  before: AaveMode | undefined,
): Promise<AaveMode | null> {
  const contract = { address: pool, abi: poolV3Abi, args: [id] } as const
  const readDetail = async () => {
    if (rules.modes === 'named') return { collateralBitmap: 0n, ltvZeroBitmap: 0n, isIsolated: false }
    const [collateralBitmap, ltvZeroBitmap, isIsolated] = await Promise.all([
      reader.read({ ...contract, functionName: 'getEModeCategoryCollateralBitmap' }),
      rules.modeSetsLtv ? reader.read({ ...contract, functionName: 'getEModeCategoryLtvzeroBitmap' }) : 0n,
      reader.tryRead({ ...contract, functionName: 'getIsEModeCategoryIsolated' }),
    ])
    return { collateralBitmap, ltvZeroBitmap, isIsolated: isIsolated === true }
  }
  const readPrice = (source: Address | null) =>
    source === null
      ? null
      : reader.read({ address: oracle, abi: oracleAbi, functionName: 'getAssetPrice', args: [source] })
  const [data, early, earlyPrice] = await Promise.all([
    reader.read({ ...contract, functionName: 'getEModeCategoryData' }),
    before && readDetail(),
    before && readPrice(before.priceSource),
  ])
  if (data.liquidationThreshold === 0) return null
  const priceSource = rules.modes === 'named' && data.priceSource !== zeroAddress ? toLower(data.priceSource) : null
  return {
    id,
    ltv: BigInt(data.ltv),
    liquidationThreshold: BigInt(data.liquidationThreshold),
    liquidationBonus: BigInt(data.liquidationBonus),
    ...(early ?? (await readDetail())),
    priceSource,
    price: before?.priceSource === priceSource && earlyPrice !== undefined ? earlyPrice : await readPrice(priceSource),
  }
}
