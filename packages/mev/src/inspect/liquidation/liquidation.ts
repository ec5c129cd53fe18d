import type { Address } from 'viem'
import type { TransactionFlow } from '../flow/transactionFlow.ts'
import type { MinedCall, MinedLog } from '../minedBlock.ts'

/** A liquidation as its lender says it; null is what it does not say. */
export type Liquidation = {
  readonly protocol: string
  /** The contract that liquidated. */
  readonly lender: Address
  readonly liquidator: Address | null
  readonly borrower: Address | null
  readonly debtToken: Address | null
  readonly debtAmount: bigint | null
  readonly collateralToken: Address | null
  readonly collateralAmount: bigint | null
}

/** How one lender's liquidations are read: by a log, or by a call where logs are not known. */
export type LiquidationDefinition =
  | {
      readonly event: string
      readonly call?: undefined
      readonly decode: (log: MinedLog, flow: TransactionFlow, wrappedNative: Address) => Liquidation | null
    }
  | {
      readonly call: string
      readonly event?: undefined
      /** `flow` holds the transfers below the call only: a transaction may liquidate several times. */
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
