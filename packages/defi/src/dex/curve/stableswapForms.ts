import type { Address } from 'viem'
import type { StableswapPool } from '../poolState.ts'

type Form = StableswapPool['form']

const plain: Form = { product: 'each', margin: 1n, remainder: 'balance' }
const power: Form = { product: 'power', margin: 1n, remainder: 'balance' }
const aave: Form = { product: 'eachPlusOne', margin: 0n, remainder: 'balance' }

/** Mainnet pools from before the factories that compute differently. */
const ownForms: ReadonlyMap<Address, { readonly form: Form; readonly isRebasing: boolean }> = new Map([
  // sUSD
  [
    '0xa5407eae9ba41422680e2e00537571bcc53efbfd',
    { form: { product: 'eachPlusOne', margin: 0n, remainder: 'curve' }, isRebasing: false },
  ],
  // aave, saave
  ['0xdebf20617708857ebe4f679508e7b7863a8a8eee', { form: aave, isRebasing: true }],
  ['0xeb16ae0052ed37f479f7fe63849198df1765a733', { form: aave, isRebasing: true }],
  // stETH
  [
    '0xdc24316b9ae028f1497c275eb9192a3ea0f67022',
    { form: { product: 'eachPlusOne', margin: 1n, remainder: 'balance' }, isRebasing: true },
  ],
])

/** Returns whether the balances of a known pool grow by themselves. */
export const isRebasingPool = (pool: Address) => ownForms.get(pool)?.isRebasing ?? false

/** Base pools of factory meta pools, which have no getter for them, by the base pool's LP token. */
const basePools: ReadonlyMap<Address, Address> = new Map([
  // 3CRV, crvRenWSBTC
  ['0x6c3f90f043a72fa612cbac8115ee7e52bde6e490', '0xbebc44782c7db0a1a60cb6fe97d0b483032ff1c7'],
  ['0x075b1bb99792c9e1041ba13afef80c91a1e70fb3', '0x7fc77b5c7614e1533320ea6ddc2eb61fa00a9714'],
])

export const toBasePool = (lpToken: Address | undefined) => (lpToken ? basePools.get(lpToken) : undefined)

type FormTraits = {
  readonly address: Address
  readonly coins: number
  /** StableSwap-NG. */
  readonly isNg: boolean
  /** The pool is its own LP token, like factory pools. */
  readonly isOwnToken: boolean
  /** Its coins are indexed by int128, as before Vyper 0.2. */
  readonly isOld: boolean
  /** The fee grows when the pool is unbalanced: -NG and the pools of aTokens. */
  readonly hasDynamicFee: boolean
}

/**
 * Returns the possible forms of a contract, likeliest first. -NG and factory pools of two coins divide by the balances
 * first.
 */
export function toCandidateForms(traits: FormTraits): readonly Form[] {
  const own = ownForms.get(traits.address)
  if (own) return [own.form]
  if (traits.isOld) return []
  if (traits.isNg || (traits.isOwnToken && traits.coins === 2)) return [power, plain]
  return traits.hasDynamicFee ? [{ ...aave, product: 'each' }, aave] : [plain, power]
}
