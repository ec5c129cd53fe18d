import { nativeToken } from '@outrigger/calldata/internal'
import { type Address, encodeFunctionData, erc20Abi, type Hex, type PublicClient, toHex } from 'viem'
import type { StateOverrides } from '../../reads/simulate.ts'

/** Limit for the storage slots that reading a balance touches. No token needs more. */
const mostSlots = 24

type Funding = {
  readonly token: Address
  readonly amount: bigint
  readonly holder: Address
  readonly blockNumber: bigint
}

/**
 * Returns the state overrides that give an account an amount, plus native currency for gas. If the account has too
 * few tokens, the overrides set the storage slot that `balanceOf` reads. The slot is found with
 * `eth_createAccessList` and verified before it is used.
 *
 * @returns null if no slot is a plain balance, or the node does not report the slots
 */
export async function fundSender(client: PublicClient, funding: Funding): Promise<StateOverrides | null> {
  const { token, amount, holder, blockNumber } = funding
  const balance = toHex((await client.getBalance({ address: holder, blockNumber })) + amount + 10n ** 20n)
  const native = { [holder]: { balance } }
  if (token === nativeToken) return native
  const question = { address: token, abi: erc20Abi, functionName: 'balanceOf', args: [holder], blockNumber } as const
  if ((await client.readContract(question)) >= amount) return native
  for (const { address, slot } of await listSlots(client, funding)) {
    const stateOverride = [{ address, stateDiff: [{ slot, value: toHex(amount, { size: 32 }) }] }]
    const held = await client.readContract({ ...question, stateOverride }).catch(() => 0n)
    if (held >= amount) return { ...native, [address]: { stateDiff: { [slot]: toHex(amount, { size: 32 }) } } }
  }
  return null
}

type Slot = { readonly address: Address; readonly slot: Hex }

async function listSlots(client: PublicClient, { token, holder, blockNumber }: Funding): Promise<readonly Slot[]> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [holder] })
  try {
    const { accessList } = await client.createAccessList({
      account: holder,
      to: token,
      data,
      blockNumber,
      gasPrice: 0n,
    })
    const slots = accessList.flatMap(({ address, storageKeys }) => storageKeys.map((slot) => ({ address, slot })))
    return slots.slice(0, mostSlots)
  } catch {
    return []
  }
}
