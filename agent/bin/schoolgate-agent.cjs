#!/usr/bin/env node
'use strict';

require('../../kit/launch.cjs').launch('schoolgate-agent', 'dist/agent/schoolgate-agent.cjs');
