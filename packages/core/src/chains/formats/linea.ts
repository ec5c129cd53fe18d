import { deferFees } from './deferred.ts'

/** Linea prices gas by `linea_estimateGas`. */
export const lineaFees = {
  fees: deferFees(['estimateFeesPerGas', 'maxPriorityFeePerGas'], async () => (await import('viem/linea')).linea),
}
