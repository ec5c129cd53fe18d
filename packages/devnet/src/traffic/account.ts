import { OutriggerError } from '@outrigger/core'
import { type Address, type LocalAccount, RpcError, BaseError as ViemError } from 'viem'
import type { DevnetClient } from '../chain/client.ts'
import type { Draft } from './draft.ts'

/** The chain rejected a transaction. */
export class TrafficSendError extends OutriggerError {
  readonly code = 'TRAFFIC_SEND_FAILED'
  override readonly retryable = true
}

/**
 * The tip of a sender, as a share of the base fee at the start of the traffic. A legacy transaction has one price for base
 * fee and tip.
 */
export type Tip = { readonly tipShare: number; readonly isLegacy: boolean }

/** Base fees in wei. `usual` is the base fee at the start of the traffic. */
export type BaseFees = { readonly next: bigint; readonly usual: bigint }

/** A signer that tracks its nonce. */
export type TrafficAccount = {
  readonly address: Address
  /** Step of the account in the cycle of supply, borrow, repay and withdraw. */
  lendingStep: number
  /** Signs and sends in order. Accounts do not wait for each other. Returns the number of sent transactions. */
  send(drafts: readonly Draft[], tip: Tip): Promise<number>
  /** Reads its nonce again before the next transaction, because the chain may have been reverted or lost some. */
  resync(): void
}

/** Raises a fee by an eighth, like wallets. geth requires a replacement to raise both fees by 10 %. */
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
  /** Lowest possible nonce by the chain's errors, because the pending count lags while a block is mined. */
  let minNonce = 0
  let lane: Promise<unknown> = Promise.resolve()

  const sendOne = async ({ replaces = false, ...draft }: Draft, tip: Tip): Promise<void> => {
    nonce ??= Math.max(minNonce, await client.getTransactionCount({ address, blockTag: 'pending' }))
    const serialized = await signer.signTransaction({
      ...draft,
      ...toFees(getBaseFees(), tip, replaces),
      chainId: client.chain.id,
      nonce: replaces ? nonce - 1 : nonce,
    })
    try {
      await client.request({ method: 'eth_sendRawTransaction', params: [serialized] }, { retryCount: 0 })
    } catch (error) {
      // A failed replacement, or a fee that is too low, does not change the nonce.
      if (!replaces) nonce = toNonceAfter(error, nonce)
      throw error
    }
    if (!replaces) nonce++
  }

  /** Returns the nonce after a failed transaction, or undefined if it must be read from the chain. */
  const toNonceAfter = (error: unknown, used: number): number | undefined => {
    if (!(error instanceof RpcError)) return undefined
    if (!/nonce too low/i.test(error.details)) return used
    minNonce = used + 1
    return undefined
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
        minNonce = 0
      })
    },
  }
}
