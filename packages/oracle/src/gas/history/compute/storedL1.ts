import type { L1FeeInputs } from '../blockFees.ts'

/** L1 fee inputs as stored. Fees are in wei. */
export type StoredL1 = [
  baseFee: number,
  blobFee: number,
  scalar: number,
  blobScalar: number,
  operatorScalar: number,
  operatorConstant: number,
]

export function toStoredL1(l1: L1FeeInputs): StoredL1 {
  return [
    Number(l1.baseFeePerGas),
    Number(l1.blobBaseFeePerGas),
    l1.baseFeeScalar,
    l1.blobBaseFeeScalar,
    l1.operatorFeeScalar,
    Number(l1.operatorFeeConstant),
  ]
}

export function toL1([base, blob, scalar, blobScalar, operatorScalar, operatorConstant]: StoredL1): L1FeeInputs {
  return {
    baseFeePerGas: BigInt(base),
    blobBaseFeePerGas: BigInt(blob),
    baseFeeScalar: scalar,
    blobBaseFeeScalar: blobScalar,
    operatorFeeScalar: operatorScalar,
    operatorFeeConstant: BigInt(operatorConstant),
  }
}
