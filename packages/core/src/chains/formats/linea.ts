import { deferFees } from './deferred.ts'

/** Fee functions of Linea, which estimate fees with `linea_estimateGas`. */
export const lineaFees = {
  fees: deferFees(['estimateFeesPerGas', 'maxPriorityFeePerGas'], async () => (await import('viem/linea')).linea),
}
