import type { Address } from 'viem'
import type { TransactionFlow } from '../flow/transactionFlow.ts'
import type { MinedCall, MinedLog } from '../minedBlock.ts'

/** Liquidation as reported by its lender. Values that the lender does not report are null. */
export type Liquidation = {
  readonly protocol: string
  /** Contract that performed the liquidation. */
  readonly lender: Address
  readonly liquidator: Address | null
  readonly borrower: Address | null
  readonly debtToken: Address | null
  readonly debtAmount: bigint | null
  readonly collateralToken: Address | null
  readonly collateralAmount: bigint | null
}

/** Decoder for one kind of liquidation, from an event, or from a call if there are no logs. */
export type LiquidationDefinition =
  | {
      readonly event: string
      readonly call?: undefined
      readonly decode: (log: MinedLog, flow: TransactionFlow, wrappedNative: Address) => Liquidation | null
    }
  | {
      readonly call: string
      readonly event?: undefined
      /** `flow` contains only the transfers below the call, because a transaction may liquidate several times. */
      readonly decode: (call: MinedCall, flow: TransactionFlow, wrappedNative: Address) => Liquidation | null
    }

export const unknownSides = {
  liquidator: null,
  borrower: null,
  debtToken: null,
  debtAmount: null,
  collateralToken: null,
  collateralAmount: null,
} as const
