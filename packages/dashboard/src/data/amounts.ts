/** Symbol and decimals by address. */
export type KnownTokens = Readonly<Record<string, { readonly symbol: string; readonly decimals: number | null }>>

type Action = { readonly kind: string; readonly fields: Readonly<Record<string, unknown>> }

const ether = { symbol: 'ETH', decimals: 18 }
/** For each amount field, the fields that may name its token. `amounts` has the same order as its tokens. */
const tokenFields: Readonly<Record<string, readonly string[]>> = {
  amount_in: ['token_in'],
  amount_out: ['token_out'],
  amount: ['token', 'asset'],
  most: ['token'],
  debt_to_cover: ['debt_token'],
  amounts: ['tokens', 'assets'],
}
/** Larger amounts are shown as unlimited. Unlimited approvals are 2^256 - 1 in ERC-20 and 2^160 - 1 in Permit2. */
const unlimited = 2n ** 159n

/**
 * Formats an amount of an action in whole tokens: `1,000.5 USDC`. Undefined for other fields, or if the token is unknown.
 *
 * @example describeAmount('amount', { kind: 'transfer', fields: { token: usdc, amount: '1000500000' } }, tokens)
 */
export function describeAmount(name: string, { kind, fields }: Action, tokens: KnownTokens): string | undefined {
  const value = fields[name]
  if (name === 'value' && typeof value === 'string') return formatUnits(value, ether)
  const named = tokenFields[name]?.find((field) => field in fields)
  if (named === undefined) return
  const [amounts, addresses] = [fields[name], fields[named]].map((value) => (Array.isArray(value) ? value : [value]))
  const words = amounts?.map((amount, index) => {
    const address = addresses?.[index]
    // A payment without a token address is in the native currency.
    const token = address === null && (kind === 'transfer' || kind === 'fee') ? ether : tokens[String(address)]
    return typeof amount === 'string' && token ? formatUnits(amount, token) : undefined
  })
  return words?.every((word) => word !== undefined) ? words.join(' and ') : undefined
}

/**
 * Converts smallest units to whole tokens without rounding. Undefined if the decimals are unknown. viem's function would make
 * the page 43 kB larger.
 */
export function formatUnits(amount: string, { symbol, decimals }: KnownTokens[string]): string | undefined {
  if (decimals === null) return
  const units = BigInt(amount)
  if (units >= unlimited) return `unlimited ${symbol}`
  const scale = 10n ** BigInt(decimals)
  const part = String(units % scale)
    .padStart(decimals, '0')
    .slice(0, decimals)
    .replace(/0+$/, '')
  return `${(units / scale).toLocaleString('en')}${part && `.${part}`} ${symbol}`
}
