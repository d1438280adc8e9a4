/** The units of installer/agent/units that run the agent, or start it again. */
export const AGENT_UNITS = [
  'schoolgate-agent.service',
  'schoolgate-agent.socket',
  'schoolgate-agent.path',
  'schoolgate-rescue.service',
] as const;

/** The system's own resolver. */
export const RESOLVED_UNIT = 'systemd-resolved.service';
