/** The version that the agent reports; a test holds it equal to package.json. */
export const AGENT_VERSION = '0.2.0';
