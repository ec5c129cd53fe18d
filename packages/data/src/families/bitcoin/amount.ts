const decimals = 8

/**
 * Converts an amount in whole coins, as printed by a node, to satoshis. It uses no floating-point arithmetic.
 * @example toSatoshi('20999999.9769') // 2_099_999_997_690_000n
 */
export function toSatoshi(amount: string | number): bigint {
  const [, sign, whole = '0', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(String(amount)) ?? []
  if (sign === undefined) throw new RangeError(`"${amount}" is not an amount`)
  const places = decimals + Number(exponent) - fraction.length
  const digits = BigInt(`${whole}${fraction}`)
  const satoshis = places >= 0 ? digits * 10n ** BigInt(places) : digits / 10n ** BigInt(-places)
  return sign === '-' ? -satoshis : satoshis
}
