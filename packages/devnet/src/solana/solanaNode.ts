import { type Address, lamports } from '@solana/kit'
import { LiteSVM } from 'litesvm'
import { createReplayNode } from '../replay/index.ts'
import { createLedger } from './ledger.ts'
import { createRpcMethods, type RpcParams } from './rpcMethods.ts'

export type SolanaNode = Awaited<ReturnType<typeof createSolanaNode>>

/**
 * Creates a Solana node on 127.0.0.1 with litesvm, Agave's own virtual machine. Effects, costs and logs of transactions are
 * real. Blocks, their hashes and times, and immediate finality are synthetic.
 */
export async function createSolanaNode() {
  const svm = new LiteSVM()
  const methods = createRpcMethods(svm, createLedger(svm))
  const node = await createReplayNode({
    rpc: (method, params) => methods[method]?.((params ?? []) as RpcParams),
  })
  return {
    url: node.url,
    /** Creates lamports for an account. */
    airdrop: (address: Address, amount: bigint) => void svm.airdrop(address, lamports(amount)),
    /** Returns the balance in the virtual machine. */
    balanceOf: (address: Address): bigint => svm.getBalance(address) ?? 0n,
    rentOf: (bytes: bigint): bigint => svm.minimumBalanceForRentExemption(bytes),
    [Symbol.asyncDispose]: node[Symbol.asyncDispose],
  }
}
