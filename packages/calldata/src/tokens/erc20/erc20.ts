import { defineFunctions, defineProtocol, joinFunctions } from '../../decoder/protocol.ts'
import { shortTokens } from './tokens.ts'
import { transferFunctions } from './transfers.ts'

/** Functions of EIP-20, OpenZeppelin's functions that increase and decrease allowances, and EIP-2612 permits. */
export const erc20Functions = defineFunctions({
  'transfer(address,uint256)': (call) =>
    call.emit({ kind: 'transfer', token: call.to, from: call.from, to: call.address(0), amount: call.uint(1) }),
  'transferFrom(address,address,uint256)': (call) =>
    call.emit({ kind: 'transfer', token: call.to, from: call.address(0), to: call.address(1), amount: call.uint(2) }),
  'approve(address,uint256)': (call) =>
    call.emit({ kind: 'approval', token: call.to, spender: call.address(0), amount: call.uint(1) }),
  'increaseAllowance(address,uint256)': (call) =>
    call.emit({ kind: 'approval', token: call.to, spender: call.address(0), amount: call.uint(1) }),
  'decreaseAllowance(address,uint256)': (call) =>
    call.emit({ kind: 'approval', token: call.to, spender: call.address(0), amount: call.uint(1) }),
  // Older names (MonolithDAO's tokens), ERC-1363's approval with a call, DAI's permit (all or nothing).
  'increaseApproval(address,uint256)': (call) =>
    call.emit({ kind: 'approval', token: call.to, spender: call.address(0), amount: call.uint(1) }),
  'decreaseApproval(address,uint256)': (call) =>
    call.emit({ kind: 'approval', token: call.to, spender: call.address(0), amount: call.uint(1) }),
  'approveAndCall(address,uint256,bytes)': (call) =>
    call.emit({ kind: 'approval', token: call.to, spender: call.address(0), amount: call.uint(1) }),
  'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)': (call) =>
    call.emit({
      kind: 'approval',
      token: call.to,
      spender: call.address(1),
      amount: call.bool(4) ? 2n ** 256n - 1n : 0n,
    }),
  'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)': (call) =>
    call.emit({ kind: 'approval', token: call.to, spender: call.address(1), amount: call.uint(2) }),
})

/** ERC-20 tokens at any address. The functions of the standard have the same meaning everywhere. */
export const erc20 = defineProtocol({
  id: 'erc20',
  name: 'ERC-20',
  source: 'https://eips.ethereum.org/EIPS/eip-20',
  contracts: [{ name: 'Token', addresses: shortTokens, functions: erc20Functions }],
  atAnyAddress: joinFunctions(transferFunctions, erc20Functions),
})
