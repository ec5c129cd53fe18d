import type { Call } from '../../decoder/call.ts'
import { each } from '../../decoder/each.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { type Decode, defineFunctions } from '../../decoder/protocol.ts'

/**
 * Decodes a transfer from the words of token, sender, receiver and amount. By default the token is the called
 * contract and the sender is the caller.
 */
function moved(at: {
  readonly token?: number
  readonly from?: number
  readonly to: number
  readonly amount: number
}): Decode {
  return (call) => {
    const token = at.token === undefined ? call.to : call.address(at.token)
    call.emit({
      kind: 'transfer',
      token: call.toErc20(token),
      from: at.from === undefined ? call.from : call.address(at.from),
      to: call.address(at.to),
      amount: call.uint(at.amount),
    })
  }
}

type Token = number | 'self' | 'native'

/** Emits one transfer per item of two lists. `amounts` may be one number for all. */
function spread(call: Call, token: Token, recipients: number, amounts: number, isOneAmount = false): void {
  const to = call.list(recipients)
  const list = isOneAmount ? undefined : call.list(amounts)
  if (to.length === 0 || (list !== undefined && list.length !== to.length)) call.reject()
  const asset = token === 'native' ? null : token === 'self' ? call.to : call.address(token)
  for (let i = 0; i < to.length; i++)
    call.emit({
      kind: 'transfer',
      token: call.toErc20(asset),
      from: call.from,
      to: to.address(i),
      amount: list === undefined ? call.uint(amounts) : list.uint(i),
    })
}

/** Decodes a batch. Its token is the contract itself, unless native currency is sent along. */
function batch(call: Call, isOneAmount = false): void {
  spread(call, call.value > 0n ? 'native' : 'self', 0, 1, isOneAmount)
}

/**
 * Functions for transfers beyond EIP-20: with a call to the receiver (ERC-677, ERC-1363, ERC-777), by signature
 * (EIP-3009), and to several receivers.
 */
export const transferFunctions = defineFunctions({
  ...each(
    moved({ to: 0, amount: 1 }),
    'transferAndCall(address,uint256,bytes)',
    'transferAndCall(address,uint256)',
    'transfer(address,uint256,bytes)',
    'send(address,uint256,bytes)',
    'transferWithFee(address,uint256)',
    'transferWithMemo(address,uint256,bytes32)',
    'transferWithMemo(address,uint256,bytes)',
    'safeTransfer(address,uint256)',
    // CELO and its stable tokens.
    'transferWithComment(address,uint256,string)',
  ),
  ...each(
    moved({ from: 0, to: 1, amount: 2 }),
    'transferFromAndCall(address,address,uint256,bytes)',
    'transferFromAndCall(address,address,uint256)',
    'operatorSend(address,address,uint256,bytes,bytes)',
    'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
    'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)',
    'receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
    'receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)',
  ),
  // Sweeping a deposit address, as exchanges do.
  ...each(moved({ token: 0, to: 1, amount: 2 }), 'sendTokens(address,address,uint256)'),
  ...each(
    (call) => batch(call),
    'multiTransfer(address[],uint256[])',
    'batchTransfer(address[],uint256[])',
    'multisend(address[],uint256[])',
    'multiSend(address[],uint256[])',
    'airdrop(address[],uint256[])',
    'sendBatch(address[],uint256[])',
    'transferMultiple(address[],uint256[])',
    'bulkTransfer(address[],uint256[])',
    'batchTransferEth(address[],uint256[])',
    'disperseEther(address[],uint256[])',
    'distribute(address[],uint256[])',
    'massTransfer(address[],uint256[])',
    'transferBatch(address[],uint256[])',
    'transfer(address[],uint256[])',
    'batchSend(address[],uint256[])',
    'disperse(address[],uint256[])',
    'distributeEther(address[],uint256[])',
    'multisendEther(address[],uint256[],uint256)',
  ),
  ...each(
    (call) => batch(call, true),
    'batchTransfer(address[],uint256)',
    'multiTransfer(address[],uint256)',
    'airdrop(address[],uint256)',
  ),
  ...each(
    (call) => spread(call, 0, 1, 2),
    'disperseToken(address,address[],uint256[])',
    'disperseTokenSimple(address,address[],uint256[])',
    'multisendToken(address,address[],uint256[])',
    'multiTransferToken(address,address[],uint256[])',
    'batchTransferToken(address,address[],uint256[])',
    'multisend(address,address[],uint256[])',
    'multiTransfer(address,address[],uint256[])',
    'multiSendToken(address,address[],uint256[])',
    'airdropERC20(address,address[],uint256[])',
    'airdrop(address,address[],uint256[])',
    'batchTransfer(address,address[],uint256[])',
    'bulksendToken(address,address[],uint256[])',
    'bulkTransfer(address,address[],uint256[])',
    'sendTokens(address,address[],uint256[])',
    'distributeToken(address,address[],uint256[])',
    'airdropTokens(address,address[],uint256[])',
  ),
  // MultiSender.app: token, its kind, recipients, amounts, total.
  'multisendToken(address,bool,address[],uint256[],uint256)': (call) => spread(call, 0, 2, 3),
  ...each(
    (call) => spread(call, 'native', 0, 1),
    'bulksendEther(address[],uint256[])',
    'multiTransferETH(address[],uint256[])',
  ),
  // Minted or burned; the sender's own tokens do not move.
  ...each(
    otherAction,
    'mint(address,uint256)',
    'mint(uint256)',
    'burn(uint256)',
    'burn(address,uint256)',
    'burnFrom(address,uint256)',
    'issue(uint256)',
    'redeem(uint256)',
    'addBlackList(address)',
    'pause()',
    'unpause()',
  ),
})
