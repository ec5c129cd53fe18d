import { each } from '../decoder/each.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { bridge } from './bridge.ts'

/** Inbox, gateways and outbox of Arbitrum One and of every Orbit chain. */
export const arbitrumBridge = defineProtocol({
  id: 'arbitrum_bridge',
  name: 'Arbitrum bridge',
  source: 'https://docs.arbitrum.io/build-decentralized-apps/reference/contract-addresses',
  contracts: [
    {
      name: 'Delayed Inbox',
      addresses: {
        ethereum: ['0x4dbd4fc535ac27206064b68ffcf827b0a60bab3f', '0xc4448b71118c9071bcb9734a0eac55d18a153949'],
      },
      functions: defineFunctions({}),
      receive: bridge({ recipient: 'sender', destination: 'arbitrum' }),
    },
    {
      // Tickets from L1 arrive as transactions to this precompile.
      name: 'ArbRetryableTx',
      addresses: { arbitrum: ['0x000000000000000000000000000000000000006e'] },
      functions: defineFunctions({
        'submitRetryable(bytes32,uint256,uint256,uint256,uint256,uint64,uint256,address,address,address,bytes)': bridge(
          {
            amount: 3,
            recipient: 9,
            destination: 'arbitrum',
          },
        ),
        ...each(bridge({ destination: 'arbitrum' }), 'redeem(bytes32)', 'cancel(bytes32)', 'keepalive(bytes32)'),
      }),
    },
  ],
  atAnyAddress: defineFunctions({
    ...each(bridge({ recipient: 'sender' }), 'depositEth()', 'depositEth(uint256)'),
    ...each(
      bridge({ recipient: 0 }),
      'createRetryableTicket(address,uint256,uint256,address,address,uint256,uint256,bytes)',
      'unsafeCreateRetryableTicket(address,uint256,uint256,address,address,uint256,uint256,bytes)',
      'createRetryableTicketNoRefundAliasRewrite(address,uint256,uint256,address,address,uint256,uint256,bytes)',
      'withdrawEth(address)',
      'sendTxToL1(address,bytes)',
    ),
    ...each(
      bridge({ token: 0, recipient: 1, amount: 2 }),
      'outboundTransfer(address,address,uint256,uint256,uint256,bytes)',
      'outboundTransfer(address,address,uint256,bytes)',
    ),
    'outboundTransferCustomRefund(address,address,address,uint256,uint256,uint256,bytes)': bridge({
      token: 0,
      recipient: 2,
      amount: 3,
    }),
    'executeTransaction(bytes32[],uint256,address,address,uint256,uint256,uint256,uint256,bytes)': bridge({
      recipient: 3,
      amount: 7,
    }),
    'executeTransaction(uint256,bytes32[],uint256,address,address,uint256,uint256,uint256,uint256,bytes)': bridge({
      recipient: 4,
      amount: 8,
    }),
  }),
})
