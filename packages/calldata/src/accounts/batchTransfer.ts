import type { Address } from 'viem'
import type { Call } from '../decoder/call.ts'
import { type Decode, defineFunctions, defineProtocol } from '../decoder/protocol.ts'

/** Emits one transfer per recipient. `amounts` is a list, or one word that applies to all recipients. */
function pay(
  call: Call,
  token: Address | null,
  from: Address | null,
  at: { readonly to: number; readonly amounts: number; readonly isSame?: boolean },
): void {
  const recipients = call.list(at.to)
  const amounts = at.isSame ? null : call.list(at.amounts)
  if (amounts !== null && amounts.length !== recipients.length) {
    call.reject()
    return
  }
  for (let i = 0; i < recipients.length; i++)
    call.emit({
      kind: 'transfer',
      token: call.toErc20(token),
      from,
      to: recipients.address(i),
      amount: amounts === null ? call.uint(at.amounts) : amounts.uint(i),
    })
}

const native: Decode = (call) => pay(call, null, call.from, { to: 0, amounts: 1 })
const token: Decode = (call) => pay(call, call.address(0), call.from, { to: 1, amounts: 2 })
/**
 * Decodes a batch function of a token contract. If native currency is sent along, the batch pays native currency
 * instead of the token.
 */
const own: Decode = (call) => pay(call, call.value > 0n ? null : call.to, call.from, { to: 0, amounts: 1 })
const ownSame: Decode = (call) =>
  pay(call, call.value > 0n ? null : call.to, call.from, { to: 0, amounts: 1, isSame: true })

/** Decodes contracts that pay many recipients in one transaction. */
export const batchTransfer = defineProtocol({
  id: 'batch_transfer',
  name: 'Batch senders',
  source: 'https://github.com/banteg/disperse-research',
  contracts: [],
  atAnyAddress: defineFunctions({
    'disperseEther(address[],uint256[])': native,
    'disperseToken(address,address[],uint256[])': token,
    'disperseTokenSimple(address,address[],uint256[])': token,
    'multisendEther(address[],uint256[])': native,
    'multisendToken(address,address[],uint256[])': token,
    'multiSendToken(address,address[],uint256[])': token,
    'multiSendEther(address[],uint256[])': native,
    'multisend(address,address[],uint256[])': token,
    'multisend(address[],uint256[])': own,
    'multiTransfer(address,address[],uint256[])': token,
    'multiTransfer(address[],uint256[])': own,
    'multiTransferETH(address[],uint256[])': native,
    'multiTransferToken(address,address[],uint256[])': token,
    'batchTransfer(address[],uint256[])': own,
    'batchTransfer(address[],uint256)': ownSame,
    'batchTransferToken(address,address[],uint256[])': token,
    'batchTransferETH(address[],uint256[])': native,
    'batchSendEther(address[],uint256[])': native,
    'batchSendToken(address,address[],uint256[])': token,
    'bulkTransfer(address[],uint256[])': own,
    'bulksend(address[],uint256[])': native,
    'bulkSendEth(address[],uint256[])': native,
    'bulkSendToken(address,address[],uint256[])': token,
    'airdropETH(address[],uint256[])': native,
    'airdropERC20(address,address[],uint256[],uint256)': token,
    'transferMultiple(address[],uint256[])': own,
  }),
})
