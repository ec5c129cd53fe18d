import { deferFees } from './deferred.ts'

/** Linea estimates fees with `linea_estimateGas`. */
export const lineaFees = {
  fees: deferFees(['estimateFeesPerGas', 'maxPriorityFeePerGas'], async () => (await import('viem/linea')).linea),
}
