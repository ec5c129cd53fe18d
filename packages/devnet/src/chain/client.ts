import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Chain,
  type Client,
  createClient,
  type HttpTransport,
  http,
  type PublicActions,
  publicActions,
  type TestActions,
  TransactionReceiptNotFoundError,
  testActions,
  type WaitForTransactionReceiptParameters,
  WaitForTransactionReceiptTimeoutError,
  type WalletActions,
  walletActions,
} from 'viem'

/** A viem client for a devnet chain that reads, sends and changes the chain (`setBalance`, `mine`, `impersonateAccount` …). */
export type DevnetClient = Client<HttpTransport, Chain, undefined> &
  PublicActions<HttpTransport, Chain> &
  WalletActions<Chain, undefined> &
  TestActions

export function toDevnetClient(rpcUrl: string, chain: Chain): DevnetClient {
  // No cache and fast polling, because a devnet mines in milliseconds.
  return createClient({ chain, transport: http(rpcUrl), pollingInterval: 50, cacheTime: 0 })
    .extend(testActions({ mode: 'anvil' }))
    .extend(publicActions)
    .extend(walletActions)
    .extend((client) => ({
      /**
       * viem checks once per block, but a block's receipts may be available after its number. Without another block it would
       * wait forever.
       */
      async waitForTransactionReceipt({ hash, timeout = 60_000 }: WaitForTransactionReceiptParameters<Chain>) {
        for (const endMs = performance.now() + timeout; performance.now() < endMs; await sleep(5))
          try {
            return await client.getTransactionReceipt({ hash })
          } catch (cause) {
            if (!(cause instanceof TransactionReceiptNotFoundError)) throw cause
          }
        throw new WaitForTransactionReceiptTimeoutError({ hash })
      },
    })) as DevnetClient
}

/** Calls a method that viem has no type for. */
export function requestAny<result>(
  client: DevnetClient,
  method: string,
  params: readonly unknown[] = [],
): Promise<result> {
  return (client.request as (args: { method: string; params: readonly unknown[] }) => Promise<result>)({
    method,
    params,
  })
}

/** Runs `act` while blocks are mined only on request, or by the chain's interval. */
export async function pauseAutomine(client: DevnetClient, act: () => Promise<void>): Promise<void> {
  const isAutomine = await client.getAutomine()
  if (isAutomine) await client.setAutomine(false)
  try {
    await act()
  } finally {
    if (isAutomine) await client.setAutomine(true)
  }
}

/** Runs `act` while the chain accepts transactions from any sender. */
export async function impersonateAll(client: DevnetClient, act: () => Promise<void>): Promise<void> {
  await requestAny(client, 'anvil_autoImpersonateAccount', [true])
  try {
    await act()
  } finally {
    await requestAny(client, 'anvil_autoImpersonateAccount', [false])
  }
}
