import { requestAny } from '../chain/client.ts'
import type { TrafficWorld } from './worldTypes.ts'

/**
 * A queued transaction waits for a nonce nobody will send, because the chain went back or lost one. The accounts it
 * happened to take theirs out of the pool and begin where the chain stands.
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
