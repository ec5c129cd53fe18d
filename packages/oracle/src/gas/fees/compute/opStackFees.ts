import { max } from '../../compute/bigints.ts'
import type { L1FeeInputs } from '../../history/blockFees.ts'
import { computeFastLzLength } from './fastLz.ts'

/** Rule of the L1 data fee. */
type L1FeeRule = 'ecotone' | 'fjord'

/** Rule of the operator fee. */
type OperatorFeeRule = 'isthmus' | 'jovian'

/** Bytes that the GasPriceOracle adds to an unsigned transaction for its signature. */
const signatureBytes = 68
const fjordIntercept = -42_585_600n
const fjordCoefficient = 836_500n
const leastFjordSize = 100_000_000n

/**
 * Returns the L1 data fee of an unsigned transaction in wei, equal to `getL1Fee` of the chain's GasPriceOracle. Fjord
 * estimates the size from the FastLZ length by a linear regression. Ecotone counts 4 gas per zero byte and 16 per other
 * byte. Source: OP-stack specifications, `fjord/exec-engine` and `ecotone/l1-attributes`.
 *
 * @example
 * computeL1Fee(serializeTransaction(transaction, 'bytes'), inputs) // 41_203_877n
 */
export function computeL1Fee(unsigned: Uint8Array, inputs: L1FeeInputs, rule: L1FeeRule = 'fjord'): bigint {
  const weighted =
    16n * BigInt(inputs.baseFeeScalar) * inputs.baseFeePerGas +
    BigInt(inputs.blobBaseFeeScalar) * inputs.blobBaseFeePerGas
  if (rule === 'ecotone') return (computeCalldataGas(unsigned) * weighted) / 16_000_000n
  const estimate = fjordIntercept + fjordCoefficient * BigInt(computeFastLzLength(unsigned) + signatureBytes)
  return (max(estimate, leastFjordSize) * weighted) / 1_000_000_000_000n
}

/**
 * Returns the operator fee in wei for an amount of gas. Jovian: `gas × scalar × 100 + constant`. Isthmus: `gas × scalar /
 * 1e6 + constant`. Source: OP-stack specifications, `jovian/exec-engine` and `isthmus/exec-engine`, section "Operator Fee".
 *
 * @example computeOperatorFee(21_000n, { operatorFeeScalar: 100, operatorFeeConstant: 0n }) // 210_000_000n
 */
export function computeOperatorFee(
  gasUsed: bigint,
  { operatorFeeScalar, operatorFeeConstant }: Pick<L1FeeInputs, 'operatorFeeScalar' | 'operatorFeeConstant'>,
  rule: OperatorFeeRule = 'jovian',
): bigint {
  const scaled = gasUsed * BigInt(operatorFeeScalar)
  return (rule === 'jovian' ? scaled * 100n : scaled / 1_000_000n) + operatorFeeConstant
}

function computeCalldataGas(bytes: Uint8Array): bigint {
  let gas = signatureBytes * 16
  for (const byte of bytes) gas += byte === 0 ? 4 : 16
  return BigInt(gas)
}
