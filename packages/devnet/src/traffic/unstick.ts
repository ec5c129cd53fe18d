import { requestAny } from '../chain/client.ts'
import type { TrafficWorld } from './worldTypes.ts'

/**
 * Drops queued transactions that wait for a nonce that will never be sent, because the chain was reverted or lost one. The
 * affected accounts continue with the chain's nonce.
 */
export const unstick = async ({ client, everyone }: TrafficWorld): Promise<void> => {
  const { queued } = await client.getTxpoolContent()
  const senders = new Set(Object.keys(queued).map((address) => address.toLowerCase()))
  for (const account of everyone) {
    if (!senders.has(account.address.toLowerCase())) continue
    await requestAny(client, 'anvil_removePoolTransactions', [account.address])
    account.resync()
  }
}
