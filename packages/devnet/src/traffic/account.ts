import { OutriggerError } from '@outrigger/core'
import { type Address, type LocalAccount, RpcError, BaseError as ViemError } from 'viem'
import type { DevnetClient } from '../chain/client.ts'
import type { Draft } from './draft.ts'

/** The chain did not take a transaction. */
export class TrafficSendError extends OutriggerError {
  readonly code = 'TRAFFIC_SEND_FAILED'
  override readonly retryable = true
}

/**
 * What a sender pays on top of the base fee, as a share of the base fee at which the traffic began; a legacy transaction names
 * one price for both.
 */
export type Tip = { readonly tipShare: number; readonly isLegacy: boolean }

/** Wei. `usual`: of the block at which the traffic began. */
export type BaseFees = { readonly next: bigint; readonly usual: bigint }

/** A signer that keeps count of its nonce. */
export type TrafficAccount = {
  readonly address: Address
  /** Where it stands in its cycle of supply, borrow, repay, withdraw. */
  lendingStep: number
  /** Signs and sends in order; accounts never wait for each other. Answers how many were sent. */
  send(drafts: readonly Draft[], tip: Tip): Promise<number>
  /** Asks for its nonce again before the next transaction: the chain may have gone back or lost some. */
  resync(): void
}

/** A replacement has to raise both fees by 10 % (geth); an eighth more is what wallets do. */
const outbid = (fee: bigint): bigint => (fee * 9n) / 8n + 1n

const toFees = ({ next, usual }: BaseFees, { tipShare, isLegacy }: Tip, isReplacement: boolean) => {
  const raise = isReplacement ? outbid : (fee: bigint) => fee
  const tip = (usual * BigInt(Math.round(tipShare * 1e6))) / 1_000_000n
  const maxFeePerGas = raise(2n * next + tip)
  return isLegacy
    ? ({ type: 'legacy', gasPrice: maxFeePerGas } as const)
    : ({ type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas: raise(tip) } as const)
}

export const createTrafficAccount = (
  client: DevnetClient,
  signer: LocalAccount,
  getBaseFees: () => BaseFees,
): TrafficAccount => {
  const { address } = signer
  let nonce: number | undefined
  /** The pending count lags for the moment in which a block is made; what the chain has already said does not. */
  let atLeast = 0
  let lane: Promise<unknown> = Promise.resolve()

  const sendOne = async ({ replaces = false, ...draft }: Draft, tip: Tip): Promise<void> => {
    nonce ??= Math.max(atLeast, await client.getTransactionCount({ address, blockTag: 'pending' }))
    const serialized = await signer.signTransaction({
      ...draft,
      ...toFees(getBaseFees(), tip, replaces),
      chainId: client.chain.id,
      nonce: replaces ? nonce - 1 : nonce,
    })
    try {
      await client.request({ method: 'eth_sendRawTransaction', params: [serialized] }, { retryCount: 0 })
    } catch (error) {
      const isTooLow = error instanceof RpcError && /nonce too low/i.test(error.details)
      // A replacement that came too late, or a fee too small, leaves the nonce as it is.
      if (!replaces && (isTooLow || !(error instanceof RpcError))) {
        if (isTooLow) atLeast = nonce + 1
        nonce = undefined
      }
      throw error
    }
    if (!replaces) nonce++
  }

  const sendAll = async (drafts: readonly Draft[], tip: Tip): Promise<number> => {
    let sent = 0
    try {
      for (const draft of drafts) {
        await sendOne(draft, tip)
        sent++
      }
    } catch (cause) {
      const reason = cause instanceof ViemError ? cause.details : String(cause)
      throw new TrafficSendError(`${address} sent ${sent} of ${drafts.length} transactions: ${reason}`, { cause })
    }
    return sent
  }

  return {
    address,
    lendingStep: 0,
    send(drafts, tip) {
      const sending = lane.then(() => sendAll(drafts, tip))
      lane = sending.catch(() => undefined)
      return sending
    },
    resync() {
      lane = lane.then(() => {
        nonce = undefined
        atLeast = 0
      })
    },
  }
}
