import { storedCall, storedCallIf } from '../accounts/storedCall.ts'
import { each } from '../decoder/each.ts'
import { otherAction } from '../decoder/otherAction.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'

/** Votes, delegations, and the execution of proposals. */
export const governance = defineProtocol({
  id: 'governance',
  name: 'Governance',
  source: 'https://docs.openzeppelin.com/contracts/5.x/governance',
  contracts: [],
  atAnyAddress: defineFunctions({
    ...each(
      otherAction,
      'delegate(address)',
      'delegateBySig(address,uint256,uint256,uint8,bytes32,bytes32)',
      'setDelegate(bytes32,address)',
      'clearDelegate(bytes32)',
      'castVote(uint256,uint8)',
      'castVote(uint256,bool)',
      'castVoteWithReason(uint256,uint8,string)',
      'castVoteBySig(uint256,uint8,uint8,bytes32,bytes32)',
      'submitVote(uint256,bool)',
      'vote(uint256,uint256)',
      'vote(uint256,bool)',
      'vote(uint256)',
      'vote(address)',
      'vote(uint256,address[],uint256[])',
      'vote_for_gauge_weights(address,uint256)',
      'poke(uint256)',
      'reset(uint256)',
      'propose(address[],uint256[],string[],bytes[],string)',
      'propose(address[],uint256[],bytes[],string)',
      'queue(uint256)',
      'queue(address[],uint256[],bytes[],bytes32)',
    ),
    ...each(
      storedCall,
      // Governor, Governor Bravo and Aave's governance.
      'execute(uint256)',
      'executeProposal(uint256)',
      'executePayload(uint40)',
      // Aragon: a script comes with the vote.
      'executeVote(uint256)',
      'newVote(bytes,string)',
      'newVote(bytes,string,bool,bool)',
      // Moloch, and the minions that act for it.
      'processProposal(uint256)',
      'executeAction(uint256)',
    ),
    // Aragon votes and approvals.
    ...each(storedCallIf(2), 'vote(uint256,bool,bool)', 'vote(uint256,uint8,bool)'),
    'approve(uint256,bool)': storedCallIf(1),
    // Baal: packed calls of its Safe, which the calldata does not name.
    'processProposal(uint32,bytes)': (call) => {
      otherAction(call)
      call.undecoded('opaque', call.bytes(1))
    },
  }),
})
