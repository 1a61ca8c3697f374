const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/bars-BchB4DjC.js","assets/format-CFe54IJ6.js","assets/lookup-flDyc3x1.js","assets/title-A155jPj3.js","assets/patiently-DUEYb36z.js","assets/cases-BnSSfzT3.js","assets/more-CqPt9JEN.js","assets/case-CjTh_30Q.js","assets/policies-Cm7B7Df5.js","assets/policy-DuI8KYC0.js","assets/send-Dz5zLMTP.js","assets/tasks-DqTH8jyh.js","assets/pages-DTNP1Tce.js","assets/deliveries-B_H4SdNB.js"])))=>i.map(i=>d[i]);
import{_ as e,a as t,c as n,d as r,f as i,g as a,h as o,i as s,l as c,m as l,n as u,o as d,p as f,r as p,s as ee,t as te,u as ne,v as re,y as ie}from"./title-A155jPj3.js";import{a as m,c as h,i as g,l as _,n as v,r as y,s as ae,t as b,u as x}from"./format-CFe54IJ6.js";var S,C;function oe(e){return!C||(typeof C==`string`?e.startsWith(C):C.test(e))}function se(e,t){let n=``;if(S=void 0,t&&t.type===`click`){if(t.ctrlKey||t.metaKey||t.altKey||t.shiftKey||t.button!==0)return e;let r=t.composedPath().find(e=>e.nodeName==`A`&&e.href),i=r&&r.getAttribute(`href`);if(!r||r.origin!=location.origin||/^#/.test(i)||!/^(_?self)?$/i.test(r.target)||!oe(i)||r.download)return e;S=!0,t.preventDefault(),n=r.href.replace(location.origin,``)}else t&&t.url?(S=!t.replace,n=t.url):n=location.pathname+location.search;return S===!0?history.pushState(null,``,n):S===!1&&history.replaceState(null,``,n),n}var ce=(e,t,n={})=>{e=e.split(`/`).filter(Boolean),t=(t||``).split(`/`).filter(Boolean),n.params||={};for(let r=0,i,a;r<Math.max(e.length,t.length);r++){let[,o,s,c]=(t[r]||``).match(/^(:?)(.*?)([+*?]?)$/);if(i=e[r],o||s!=i){if(!o&&i&&c==`*`){n.rest=`/`+e.slice(r).join(`/`);break}if(!o||!i&&c!=`?`&&c!=`*`)return;if(a=c==`+`||c==`*`,a?i=e.slice(r).map(decodeURIComponent).join(`/`)||void 0:i&&=decodeURIComponent(i),n.params[s]=i,s in n||(n[s]=i),a)break}}return n};function w(e){let[t,n]=ee(se,e.url||location.pathname+location.search);e.scope&&(C=e.scope);let r=S===!0,i=ne(()=>{let e=new URL(t,location.origin),i=e.pathname.replace(/\/+$/g,``)||`/`;return{url:t,path:i,query:Object.fromEntries(e.searchParams),route:(e,t)=>n({url:e,replace:t}),back:()=>{history.back()},forward:()=>{history.forward()},wasPush:r}},[t]);return s(()=>(addEventListener(`click`,n),addEventListener(`popstate`,n),()=>{removeEventListener(`click`,n),removeEventListener(`popstate`,n)}),[]),a(w.ctx.Provider,{value:i},e.children)}var le=Promise.resolve();function ue(e){let[t,n]=ee(e=>e+1,0),{url:r,query:l,wasPush:u,path:f}=ge();if(!r)throw Error(`preact-iso's <Router> must be used within a <LocationProvider>, see: https://github.com/preactjs/preact-iso#locationprovider`);let{rest:p=f,params:te={}}=c(me),re=d(!1),ie=d(f),m=d(1),h=d(),g=d(),_=d(),v=d(!1),y=d();y.current=!1;let ae,b,x;i(e.children).some(e=>{if(ce(p,e.props.path,x={...e.props,path:p,query:l,params:Object.assign({},te),rest:``}))return ae=o(e,x);e.props.default&&(b=o(e,x))});let S=ae||b,C=h.current&&h.current.__u&de&&h.current.__u&fe,oe=h.current&&h.current.__h,se=ne(()=>{g.current=h.current,h.current=a(me.Provider,{value:x},S);let e=g.current&&g.current.props.children;return!e||!S||S.type!==e.type||S.props.component!==e.props.component?(m.current++,!0):!1},[r,JSON.stringify(x)]);C?(h.current.__u|=de,h.current.__u|=fe):oe&&(h.current.__h=!0);let w=g.current;return g.current=null,this.__c=(t,i)=>{y.current=!0,g.current=w,e.onLoadStart&&e.onLoadStart(r),re.current=!0;let a=m.current;t.then(()=>{a===m.current&&(g.current=null,h.current&&(i.__h&&(h.current.__h=i.__h),i.__u&fe&&(h.current.__u|=fe),i.__u&de&&(h.current.__u|=de)),le.then(n))})},s(()=>{let t=this.__v&&this.__v.__e;y.current?!v.current&&!_.current&&(_.current=t):(!v.current&&_.current&&(_.current!==t&&_.current.remove(),_.current=null),v.current=!0,ie.current!==f&&(u&&scrollTo(0,0),e.onRouteChange&&e.onRouteChange(r),ie.current=f),e.onLoadEnd&&re.current&&e.onLoadEnd(r),re.current=!1)},[f,u,t]),se?[a(pe,{r:h,key:m.current}),a(pe,{r:g,key:m.current-1})]:a(pe,{r:h,key:m.current})}var de=32,fe=128,pe=({r:e})=>e.current;ue.Provider=w,w.ctx=l({});var me=l({}),he=e=>a(e.component,e),ge=()=>c(w.ctx),_e=()=>c(me),ve=e.__b;e.__b=e=>{e.type&&e.type._forwarded&&e.ref&&(e.props.ref=e.ref,e.ref=null),ve&&ve(e)};function T(e){let t,r,i=()=>e().then(e=>r=e&&e.default||e),o=e=>{let[,o]=n(0),s=d(r);if(t||=i(),r!==void 0)return a(r,e);throw s.current||=t.then(()=>o(1)),t};return o.preload=()=>(t||=i(),t),o._forwarded=!0,o}var ye=e.__e;e.__e=(e,t,n)=>{if(e&&e.then){let r=t;for(;r=r.__;)if(r.__c&&r.__c.__c)return t.__e??(t.__c.__z=[n.__e],t.__e=n.__e,t.__k=n.__k),t.__k||=[],r.__c.__c(e,t)}ye&&ye(e,t,n)};function be(e){return this.__c=xe,this.componentDidCatch=e.onError,e.children}function xe(e){e.then(()=>this.forceUpdate())}var Se=(function(){let e=typeof document<`u`&&document.createElement(`link`).relList;return e&&e.supports&&e.supports(`modulepreload`)?`modulepreload`:`preload`})(),Ce=function(e){return`/console/`+e},we={},Te=function(e){return e.pathname.endsWith(`.css`)},Ee=function(e,t,n){if(t in e)return e[t];let r=n();if(!r){e[t]=void 0;return}let i=r.then(()=>{e[t]=void 0},n=>{throw e[t]=void 0,n});return e[t]=i,i},E=function(e,t,n){let r=Promise.resolve();if(t&&t.length>0){let e,i=document.querySelector(`meta[property=csp-nonce]`),a=i?.nonce||i?.getAttribute(`nonce`);function o(e){return Promise.all(e.map(e=>Promise.resolve(e).then(e=>({status:`fulfilled`,value:e}),e=>({status:`rejected`,reason:e}))))}function s(e){return import.meta.resolve?new URL(import.meta.resolve(e)):new URL(e,import.meta.url)}r=o(t.map(t=>{t=Ce(t,n);let r=s(t),i=Te(r);return Ee(we,r.href,()=>{if(e===void 0){e={all:new Set,styles:new Set};let t=document.getElementsByTagName(`link`);for(let n=t.length-1;n>=0;n--){let r=t[n];e.all.add(r.href),r.rel===`stylesheet`&&e.styles.add(r.href)}}if((i?e.styles:e.all).has(r.href))return;let t=document.createElement(`link`);if(t.rel=i?`stylesheet`:Se,i||(t.as=`script`),t.crossOrigin=``,t.href=r.href,a&&t.setAttribute(`nonce`,a),document.head.appendChild(t),i)return new Promise((e,n)=>{let i=a=>{t.removeEventListener(`load`,i),t.removeEventListener(`error`,i),a.type===`error`?n(Error(`Unable to preload CSS for ${r}`)):e(a)};t.addEventListener(`load`,i),t.addEventListener(`error`,i)})})}).filter(e=>e!==void 0))}function i(e){let t=new Event(`vite:preloadError`,{cancelable:!0});if(t.payload=e,window.dispatchEvent(t),!t.defaultPrevented)throw e}return r.then(t=>{for(let e of t||[])e.status===`rejected`&&i(e.reason);return e().catch(i)})};function D(e,t){return t==null?``:e[t]??t}var De={deficient:`Deficient`,unknown:`Not known`,waived:`Waived`,compliant:`Compliant`,notApplicable:`Nothing demanded`},Oe={deficient:`Not insured as the lender demands`,unknown:`Something is missing that decides it`,waived:`Insured as demanded, but for what was waived`,compliant:`Insured as the lender demands`,notApplicable:`The lender demands nothing here, or no risk profile is set`},ke=[`deficient`,`unknown`,`waived`,`compliant`,`notApplicable`],Ae={no_policy:`No policy`,not_started:`Policy not started`,expired:`Policy expired`,cancelled:`Policy cancelled`,deactivated:`Policy deactivated`,dates_unknown:`Policy dates not known`,asset_not_covered:`Asset not on the policy`,clause_missing:`Lender clause missing`,rating_too_low:`Carrier rating too low`,rating_unknown:`Carrier rating not known`,form_not_accepted:`Coverage form not accepted`,form_unknown:`Coverage form not known`,deductible_too_high:`Deductible too high`,deductible_unknown:`Deductible not known`,currency_differs:`Currency differs`,primary_missing:`Primary layer missing`,peril_missing:`Peril not covered`,limit_too_low:`Limit too low`,limit_unknown:`Limit not known`,required_amount_unknown:`Required amount not known`},je={DRAFT:`Draft`,OPEN:`Open`,ONBOARDING:`Onboarding`,approved:`Approved`,onHold:`On hold`},Me={active:`Active`,renewalInProgress:`Renewal in progress`,onHold:`On hold`,deactivated:`Deactivated`},Ne={collectEvidence:`Collect evidence`,reviewDocument:`Review a document`,renewalFollowUp:`Follow up a renewal`,resolveDeficiency:`Resolve a deficiency`,cancellationFollowUp:`Follow up a cancellation`,forcePlacementReview:`Review force placement`,caseApproval:`Approve a case`},Pe={open:`Open`,inProgress:`In progress`,paused:`Paused`,completed:`Completed`,cancelled:`Cancelled`},Fe=[`open`,`inProgress`,`paused`],Ie={request:`Request for renewal`,reminder:`Reminder`,final:`Final reminder`,lapsed:`Coverage has lapsed`,warning:`Warning`,forcePlacementReview:`Force placement review`},Le={planned:`Planned`,sent:`Sent`,suppressed:`Suppressed`,skipped:`Skipped`,cancelled:`Not needed any more`,failed:`Failed`},Re={pending:`Waiting`,sent:`Accepted by the mail server`,refused:`Refused by the mail server`,abandoned:`Given up`},ze={policyOnHold:`The policy is on hold`,policyDeactivated:`The policy is deactivated`,evidenceInReview:`Evidence came in and is being reviewed`,endDateUnknown:`The end date of the policy is not known`,allStepsDone:`All steps of this term are done`},Be={pending:`Waiting for its next attempt`,delivered:`Delivered`,failed:`Failed`},Ve={requested:`Requested`,approved:`Approved`,rejected:`Rejected`,revoked:`Revoked`},He={nonPayment:`Premium not paid`,underwriting:`Carrier does not want the risk`,insuredRequest:`Insured asked for it`,rewritten:`Another policy replaces it`,other:`Another reason`},Ue={proposed:`To be decided`,accepted:`Accepted`,partlyAccepted:`Partly accepted`,rejected:`Rejected`},We={proposed:`To be decided`,accepted:`Accepted`,rejected:`Rejected`},Ge={created:`Created`,newTerm:`New term`,correction:`Correction`},Ke={primary:`Primary`,excess:`Excess`,umbrella:`Umbrella`},qe={perOccurrence:`Each occurrence`,aggregate:`Aggregate`,total:`Total`},Je={Special:`Special`,Broad:`Broad`,Basic:`Basic`,Unknown:`Not known`},Ye={mortgagee:`Mortgagee`,lendersLossPayable:`Lender’s loss payable`,lossPayee:`Loss payee`,additionalInsured:`Additional insured`,certificateHolder:`Certificate holder`},Xe={loanNumber:`loan number`,displayName:`name`,insured:`insured`,asset:`address`,policyNumber:`policy number`},Ze={serviceAccount:`Lender`,staff:`Staff`,system:`covertrack`,evidenceLink:`Evidence link`},Qe={admin:`Administrator`,analyst:`Analyst`,viewer:`Viewer`},$e={live:`live`,test:`test`},et=Symbol.for(`preact-signals`);function tt(){if(j>1)j--;else{var e,t=!1;for((function(){var e=st;for(st=void 0;e!==void 0;){var t=e.S;if(t.v===e.v)for(var n=t.t;n!==void 0;n=n.x)n.i===e.i&&(n.i=t.i);e=e.o}})();A!==void 0;){var n=A;for(A=void 0,it++;n!==void 0;){var r=n.u;if(n.u=void 0,n.f&=-3,!(8&n.f)&&ut(n))try{n.c()}catch(n){t||=(e=n,!0)}n=r}}if(it=0,j--,t)throw e}}function nt(e){if(j>0)return e();ot=++at,j++;try{return e()}finally{tt()}}var O,k=void 0;function rt(e){var t=k,n=O;k=void 0,O=void 0;try{return e()}finally{k=t,O=n}}var A=void 0,j=0,it=0,at=0,ot=0,st=void 0,ct=0;function lt(e){if(k!==void 0){var t=e.n;if(t===void 0||t.t!==k)return t={i:0,S:e,p:k.s,n:void 0,t:k,e:void 0,x:void 0,r:t},k.s!==void 0&&(k.s.n=t),k.s=t,e.n=t,32&k.f&&e.S(t),t;if(t.i===-1)return t.i=0,t.n!==void 0&&(t.n.p=t.p,t.p!==void 0&&(t.p.n=t.n),t.p=k.s,t.n=void 0,k.s.n=t,k.s=t),t}}function M(e,t){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=t?.watched,this.Z=t?.unwatched,this.name=t?.name}M.prototype.brand=et,M.prototype.h=function(){return!0},M.prototype.S=function(e){var t=this,n=this.t;n!==e&&e.e===void 0&&(e.x=n,this.t=e,n===void 0?rt(function(){var e;(e=t.W)==null||e.call(t)}):n.e=e)},M.prototype.U=function(e){var t=this;if(this.t!==void 0){var n=e.e,r=e.x;n!==void 0&&(n.x=r,e.e=void 0),r!==void 0&&(r.e=n,e.x=void 0),e===this.t&&(this.t=r,r===void 0&&rt(function(){var e;(e=t.Z)==null||e.call(t)}))}},M.prototype.subscribe=function(e){var t=this;return _t(function(){var n=t.value;rt(function(){return e(n)})},{name:`sub`})},M.prototype.valueOf=function(){return this.value},M.prototype.toString=function(){return this.value+``},M.prototype.toJSON=function(){return this.value},M.prototype.peek=function(){var e=this;return rt(function(){return e.value})},Object.defineProperty(M.prototype,"value",{get:function(){var e=lt(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(it>100)throw Error(`Cycle detected`);(function(e){j!==0&&it===0&&e.l!==ot&&(e.l=ot,st={S:e,v:e.v,i:e.i,o:st})})(this),this.v=e,this.i++,ct++,j++;try{for(var t=this.t;t!==void 0;t=t.x)t.t.N()}finally{tt()}}}});function N(e,t){return new M(e,t)}function ut(e){for(var t=e.s;t!==void 0;t=t.n)if(t.S.i!==t.i||!t.S.h()||t.S.i!==t.i)return!0;return!1}function dt(e){for(var t=e.s;t!==void 0;t=t.n){var n=t.S.n;if(n!==void 0&&(t.r=n),t.S.n=t,t.i=-1,t.n===void 0){e.s=t;break}}}function ft(e){for(var t=e.s,n=void 0;t!==void 0;){var r=t.p;t.i===-1?(t.S.U(t),r!==void 0&&(r.n=t.n),t.n!==void 0&&(t.n.p=r)):n=t,t.S.n=t.r,t.r!==void 0&&(t.r=void 0),t=r}e.s=n}function P(e,t){M.call(this,void 0,t),this.x=e,this.s=void 0,this.g=ct-1,this.f=4}P.prototype=new M,P.prototype.h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===ct))return!0;if(this.g=ct,this.f|=1,this.i>0&&!ut(this))return this.f&=-2,!0;var e=k;try{dt(this),k=this;var t=this.x();(16&this.f||this.v!==t||this.i===0)&&(this.v=t,this.f&=-17,this.i++)}catch(e){this.v=e,this.f|=16,this.i++}return k=e,ft(this),this.f&=-2,!0},P.prototype.S=function(e){if(this.t===void 0){this.f|=36;for(var t=this.s;t!==void 0;t=t.n)t.S.S(t)}M.prototype.S.call(this,e)},P.prototype.U=function(e){if(this.t!==void 0&&(M.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var t=this.s;t!==void 0;t=t.n)t.S.U(t)}},P.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}},Object.defineProperty(P.prototype,"value",{get:function(){if(1&this.f)throw Error(`Cycle detected`);var e=lt(this);if(this.h(),e!==void 0&&(e.i=this.i),16&this.f)throw this.v;return this.v}});function pt(e,t){return new P(e,t)}function mt(e){var t=e.j;if(e.j=void 0,typeof t==`function`){j++;var n=k;k=void 0;try{t()}catch(t){throw e.f&=-2,e.f|=8,ht(e),t}finally{k=n,tt()}}}function ht(e){for(var t=e.s;t!==void 0;t=t.n)t.S.U(t);e.x=void 0,e.s=void 0,mt(e)}function gt(e){if(k!==this)throw Error(`Out-of-order effect`);ft(this),k=e,this.f&=-2;try{8&this.f&&ht(this)}finally{tt()}}function F(e,t){this.x=e,this.j=void 0,this.s=void 0,this.u=void 0,this.f=32,this.name=t?.name,O&&O.push(this)}F.prototype.c=function(){var e=this.S();try{if(8&this.f||this.x===void 0)return;var t=this.x();typeof t==`function`&&(this.j=t)}finally{e()}},F.prototype.S=function(){if(1&this.f)throw Error(`Cycle detected`);this.f|=1,this.f&=-9,mt(this),dt(this),j++;var e=k;return k=this,gt.bind(this,e)},F.prototype.N=function(){2&this.f||(this.f|=2,this.u=A,A=this)},F.prototype.d=function(){this.f|=8,1&this.f||ht(this)},F.prototype.dispose=function(){this.d()};function _t(e,t){var n=new F(e,t);try{n.c()}catch(e){throw n.d(),e}var r=n.d.bind(n);return r[Symbol.dispose]=r,r}var vt,yt,bt,xt=typeof window<`u`&&!!window.__PREACT_SIGNALS_DEVTOOLS__,St=[];_t(function(){vt=this.N})();function I(t,n){e[t]=n.bind(null,e[t]||function(){})}function Ct(e){if(bt){var t=bt;bt=void 0,t()}bt=e&&e.S()}function wt(e){var t=this,n=e.data,r=Et(n);r.name=`ReactiveDom`,r.value=n;var i=ne(function(){for(var e=t,n=t.__v;n=n.__;)if(n.__c){n.__c.__$f|=4;break}var i=pt(function(){var e=r.value.value;return e===0?0:!0===e?``:e||``}),a=pt(function(){return!Array.isArray(i.value)&&!re(i.value)}),o=_t(function(){if(this.N=At,a.value){var t=i.value;e.__v&&e.__v.__e&&e.__v.__e.nodeType===3&&(e.__v.__e.data=t)}}),s=t.__$u.d;return t.__$u.d=function(){o(),s.call(this)},[a,i]},[]),a=i[0],o=i[1];return a.value?o.peek():o.value}wt.displayName=`ReactiveTextNode`,Object.defineProperties(M.prototype,{constructor:{configurable:!0,value:a(r,null).constructor},type:{configurable:!0,value:wt},props:{configurable:!0,get:function(){var e=this;return{data:{get value(){return e.value}}}}},__b:{configurable:!0,value:1}}),I(`__b`,function(e,t){if(Ct(),yt=void 0,typeof t.type==`string`){var n,r=t.props;for(var i in r)if(i!==`children`){var a=r[i];a instanceof M&&(n||(t.__np=n={}),n[i]=a,r[i]=a.peek())}}e(t)}),I(`__r`,function(e,t){if(e(t),t.type!==r){Ct();var n,i=t.__c;i&&(i.__$f&=-2,(n=i.__$u)===void 0&&(i.__$u=n=function(e,t){var n;return _t(function(){n=this},{name:t}),n.c=e,n}(function(e){return function(){var t;xt&&((t=this.y)==null||t.call(this)),e.__$f|=1,e.setState({})}}(i),typeof t.type==`function`?t.type.displayName||t.type.name:``))),yt=i,Ct(n)}}),I(`__e`,function(e,t,n,r){Ct(),yt=void 0,e(t,n,r)}),I(`diffed`,function(e,t){Ct(),yt=void 0;var n;if(typeof t.type==`string`&&(n=t.__e)){var r=t.__np,i=t.props,a=n.U;if(a)for(var o in a){var s=a[o];s===void 0||r&&o in r||(s.d(),a[o]=void 0)}if(r)for(var c in a||(a={},n.U=a),r){var l=a[c],u=r[c];l===void 0?(l=Tt(n,c,u,i),a[c]=l):l.o(u,i)}}e(t)});function Tt(e,t,n,r){var i=t in e&&e.ownerSVGElement===void 0,a=N(n);return{o:function(e,t){a.value=e,r=t},d:_t(function(){this.N=At;var n=a.value.value;r[t]!==n&&(r[t]=n,i?e[t]=n:n!=null&&(!1!==n||t[4]===`-`)?e.setAttribute(t,n):e.removeAttribute(t))})}}I(`unmount`,function(e,t){if(typeof t.type==`string`){var n=t.__e;if(n){var r=n.U;if(r)for(var i in n.U=void 0,r){var a=r[i];a&&a.d()}}var o=t.__np;if(o){var s=t.props;for(var c in o)s[c]=o[c]}t.__np=void 0}else{var l=t.__c;if(l){l.__$f|=8;var u=l.__$u;u&&(l.__$u=void 0,u.d())}}e(t)}),I(`__h`,function(e,t,n,r){r<3&&(t.__$f|=2),e(t,n,r)}),ie.prototype.shouldComponentUpdate=function(e,t){if(this.__R)return!0;var n=this.__$u,r=n&&n.s!==void 0;for(var i in t)return!0;if(this.__f||typeof this.u==`boolean`&&!0===this.u){var a=2&this.__$f;if(!(r||a||4&this.__$f)||1&this.__$f)return!0}else if(!(r||4&this.__$f)||3&this.__$f)return!0;for(var o in e)if(o!==`__source`&&e[o]!==this.props[o])return!0;for(var s in this.props)if(!(s in e))return!0;return!1};function Et(e,t){return ne(function(){return N(e,t)},[])}function Dt(e,t){var n=d(e);return n.current=e,yt.__$f|=4,ne(function(){return pt(function(){return n.current()},t)},[])}var Ot=function(e){queueMicrotask(function(){queueMicrotask(e)})};function kt(){nt(function(){for(var e;e=St.shift();)vt.call(e)})}function At(){St.push(this)===1&&(e.requestAnimationFrame||Ot)(kt)}var jt=N(!0),L=N(!1);function Mt({query:e}){if(e.data===void 0)return null;let t=x(e.since);return e.stale?u(`span`,{class:`since warn`,role:`status`,children:[`Shown as of `,t,`; `,jt.value?`reading it again failed: ${e.error?.message??``}`:`connection lost`,` `,u(`button`,{type:`button`,onClick:()=>void e.reload(),disabled:e.loading,children:`Try again`})]}):u(`span`,{class:`since quiet`,children:[`As of `,t]})}var Nt={network:`Check your connection. The page tries again by itself.`,forbidden:`Your role may read this portfolio only. Ask an operator to do it.`,not_found:`It does not exist in this portfolio. Check the address, or look it up in the other portfolios.`,rate_limited:`There were too many requests. Wait a minute, then try again.`,overloaded:`The server is busy. Wait a little, then try again.`,unavailable:`The server cannot reach its database. Wait a little, then try again.`};function Pt({refusal:e,retry:t}){return u(`div`,{class:`problem`,role:`alert`,children:[u(`p`,{children:[u(`strong`,{children:e.message}),` `,Nt[e.code]]}),u(Ft,{refusal:e}),t&&u(`button`,{type:`button`,onClick:t,children:`Try again`}),e.requestId&&u(`p`,{class:`quiet`,children:[`Quote this when you ask for help: `,u(`code`,{children:e.requestId})]})]})}function Ft({refusal:e}){return e.violations.length===0?null:u(`ul`,{children:e.violations.map(({pointer:e,message:t})=>u(`li`,{children:[t,` `,u(`code`,{class:`quiet`,children:e})]},e+t))})}var It=`/console`,Lt=(e,t=!1)=>{t?location.replace(e):location.assign(e)};function Rt(e){Lt=e}function R(...e){let t=e.filter(e=>typeof e==`string`).map(e=>`/${encodeURIComponent(e)}`),n=e.find(e=>typeof e==`object`);return It+t.join(``)+Kt(new URLSearchParams,n??{})}function z(e,t=!1){Lt(e,t)}var zt=N(``);function Bt(){zt.value=location.href}function Vt(){return zt.value,new URLSearchParams(location.search)}function Ht(e){return Vt().get(e)??``}function Ut(e){return Ht(e).split(`,`).filter(Boolean)}function Wt(e,t={}){z(location.pathname+Kt(new URLSearchParams(location.search),e),!t.push)}function Gt(e){return location.pathname+Kt(Vt(),e)}function B(){zt.value;let[,e]=/^\/console\/([^/]+)/.exec(location.pathname)??[];return e&&e!==`look-up`?decodeURIComponent(e):void 0}function Kt(e,t){for(let[n,r]of Object.entries(t)){let t=Array.isArray(r)?r.join(`,`):r==null?``:String(r);t===``?e.delete(n):e.set(n,t)}let n=e.toString().replaceAll(`%2C`,`,`).replaceAll(`%5B`,`[`).replaceAll(`%5D`,`]`);return n&&`?${n}`}var V=class extends Error{code;requestId;violations;status;retryAfter=0;constructor(e,t,n,r=``,i=[]){super(n),this.name=`Refusal`,this.status=e,this.code=t,this.requestId=r,this.violations=i}};function qt(e){return{"Content-Type":`application/json`,"X-Console":`1`,...e.portfolio&&{"X-Portfolio":e.portfolio},...e.idempotencyKey&&{"Idempotency-Key":e.idempotencyKey}}}function Jt(e,t){return{documentId:e.__meta__?.hash,variables:t}}async function H(e,t,n={}){let r=await Yt(`/graphql`,{method:`POST`,headers:{...qt(n),Accept:`application/graphql-response+json`},body:JSON.stringify(Jt(e,t)),...n.signal&&{signal:n.signal}}),i=await Xt(r),a=Zt(r,i);if(a)throw a;return i.data}async function Yt(e,t){try{let n=await fetch(e,t);return jt.value=!0,n}catch(e){throw t.signal?.aborted?e:(jt.value=!1,new V(0,`network`,`The server cannot be reached.`))}}async function Xt(e){try{return await e.json()}catch{return}}function Zt(e,t){let n=e.headers.get(`X-Request-Id`)??``,r=t?.errors?.[0],i=r?.extensions?.code??(e.ok&&t?.data?``:`unreadable`);if(e.status===401&&(L.value=!0),!i)return;let a=t?.errors?.flatMap(e=>e.extensions?.errors??[])??[],o=r?.message??`The server answered ${e.status} and nothing that can be read.`,s=new V(e.status,i,o,r?.extensions?.requestId??n,a);return s.retryAfter=Number(e.headers.get(`Retry-After`)??0),s}var Qt=3e4,$t=5e3;function U(e){return e instanceof V?e:new V(0,`page`,`The page could not read the answer: ${String(e)}`)}function W(e,t,r=B()){let i=JSON.stringify([e.__meta__?.hash,t,r]),[a,o]=n({loading:!0,since:new Date}),s=d(void 0);async function c(){s.current?.abort();let n=s.current=new AbortController;o(e=>({...e,loading:!0}));try{let a=await H(e,t,{portfolio:r,signal:n.signal});n.signal.aborted||o({data:a,key:i,loading:!1,since:new Date})}catch(e){n.signal.aborted||o(t=>en(t,i,U(e)))}}p(()=>(c(),()=>s.current?.abort()),[i]),tn(i,a,()=>void c());let{key:l,...u}=a;return{...u,stale:a.error!==void 0&&a.data!==void 0,reload:c}}function en({data:e,key:t,since:n},r,i){return{...e!==void 0&&t===r&&{data:e,key:t},since:n,error:i,loading:!1}}function tn(e,t,n){let r=nn(t.error);p(()=>{if(r===void 0||t.loading)return;let e=setTimeout(n,r);return addEventListener(`online`,n),()=>{clearTimeout(e),removeEventListener(`online`,n)}},[e,r,t.loading]),p(()=>{let e=()=>{!document.hidden&&Date.now()-t.since.getTime()>Qt&&n()};return document.addEventListener(`visibilitychange`,e),()=>document.removeEventListener(`visibilitychange`,e)},[e,t.since])}function nn(e){return e?.code===`network`?$t:e?.status===401&&!L.value?0:void 0}function rn(e,t=B()){let[r,i]=n({busy:!1}),a=d(void 0);async function o(n){let r=JSON.stringify(n);a.current?.variables!==r&&(a.current={variables:r,key:crypto.randomUUID()}),i({busy:!0});try{let r=await H(e,n,{portfolio:t,idempotencyKey:a.current.key});return a.current=void 0,i({busy:!1}),r}catch(e){let t=U(e);throw t.status>0&&t.status<500&&(a.current=void 0),i({busy:!1,error:t}),t}}return{...r,write:o,clear:()=>i({busy:!1})}}function an(e){return t=>e.find(({pointer:e})=>e.split(`/`).includes(t))?.message}function on(e){let t=d(null),[r,i]=n(!1),[a,o]=n();p(()=>{let e=document.activeElement;return t.current?.showModal(),()=>e?.focus()},[]);async function s(t){t.preventDefault(),i(!0),o(void 0);try{await e.onConfirm(),e.onClose()}catch(e){o(U(e)),i(!1)}}return u(`dialog`,{ref:t,onClose:e.onClose,"aria-label":e.title,children:u(`form`,{method:`dialog`,onSubmit:e=>void s(e),children:[u(`h2`,{children:e.title}),u(`div`,{class:`what`,children:e.what}),e.children?.(an(a?.violations??[])),a&&u(Pt,{refusal:a}),u(`div`,{class:`actions`,children:[u(`button`,{type:`button`,onClick:e.onClose,children:`Back`}),u(`button`,{type:`submit`,class:e.danger?`danger`:`primary`,disabled:r,children:r?`Working…`:e.action})]})]})})}function sn({label:e,hint:n,error:r,children:i}){let a=t(),s=[n&&`${a}-hint`,r&&`${a}-error`].filter(Boolean).join(` `);return u(`div`,{class:`field`,children:[u(`label`,{for:a,children:e}),o(i,{id:a,...s&&{"aria-describedby":s},...r&&{"aria-invalid":!0}}),n&&u(`p`,{class:`hint`,id:`${a}-hint`,children:n}),r&&u(`p`,{class:`error`,id:`${a}-error`,role:`alert`,children:r})]})}function cn(e){return u(`div`,{class:`scroll`,...!e.onOpen&&{tabIndex:0,role:`region`,"aria-label":e.caption},children:u(`table`,{children:[u(`caption`,{class:`hidden`,children:e.caption}),u(`thead`,{children:u(`tr`,{children:e.columns.map(t=>u(ln,{column:t,sort:e.sort,onSort:e.onSort},t.key))})}),u(`tbody`,{onKeyDown:e.onOpen&&fn,children:e.rows.map((t,n)=>u(un,{row:t,first:n===0,props:e},e.rowKey(t)))})]})})}function ln({column:e,sort:t,onSort:n}){let r=e.numeric?`number`:void 0;if(!e.sorts||!n)return u(`th`,{scope:`col`,class:r,children:e.title});let[i,a]=e.sorts,o=t===i?`ascending`:t===a?`descending`:`none`;return u(`th`,{scope:`col`,class:r,"aria-sort":o,children:u(`button`,{type:`button`,class:`sort`,onClick:()=>n(t===i?a:i),children:[e.title,` `,u(`span`,{"aria-hidden":`true`,children:o===`ascending`?`▲`:o===`descending`?`▼`:`↕`})]})})}function un({row:e,first:t,props:n}){let{columns:r,onOpen:i}=n,a=n.current!==void 0&&n.current===n.rowKey(e);return u(`tr`,{...i&&{tabIndex:a||t&&n.current===void 0?0:-1,class:`opens`},"aria-current":a||void 0,onClick:t=>i&&!dn(t)&&i(e),onKeyDown:t=>i&&t.key===`Enter`&&t.target===t.currentTarget&&i(e),children:r.map(t=>u(`td`,{class:t.numeric?`number`:void 0,children:t.cell(e)},t.key))})}function dn(e){return!!e.target.closest(`a, button, input, select, label`)||String(getSelection())!==``}function fn(e){let t=e.target.closest(`tr`),n=t?.parentElement?.children,r={ArrowDown:t?.nextElementSibling,ArrowUp:t?.previousElementSibling,Home:n?.[0],End:n?.[n.length-1]}[e.key];r instanceof HTMLElement&&(e.preventDefault(),r.focus())}var pn={deficient:`✕`,unknown:`?`,waived:`~`,compliant:`✓`,notApplicable:`–`};function mn({value:e}){return e?u(`span`,{class:`verdict ${e}`,title:D(Oe,e),children:[u(`span`,{"aria-hidden":`true`,children:pn[e]}),` `,D(De,e)]}):u(`span`,{class:`quiet`,children:`–`})}function hn({text:e,tone:t}){return u(`span`,{class:`status ${t??``}`,children:e})}function gn({value:e,short:t}){return e?u(`span`,{class:`money`,title:t?_(e):void 0,children:t?ae(e):_(e)}):u(`span`,{class:`quiet`,children:`–`})}function _n({value:e,distance:t}){if(!e)return u(`span`,{class:`quiet`,children:`–`});let n=m(e);return u(`time`,{class:`day`,dateTime:e.slice(0,10),title:n,children:[y(e),t&&u(`span`,{class:`quiet`,children:[` `,n]})]})}function vn({value:e}){return e?u(`time`,{class:`day`,dateTime:e,title:`${new Date(e).toISOString()} (UTC)`,children:g(e)}):u(`span`,{class:`quiet`,children:`–`})}function G({to:e,children:t,...n}){return u(`a`,{href:e,...n,children:t})}function yn(e){let t=t=>{let n=e.choices.map(e=>e.value).filter(n=>e.chosen.includes(n)&&n!==t);e.onChange(e.chosen.includes(t)?n:e.single?[t]:[...n,t])};return u(`div`,{class:`chips`,role:`group`,"aria-label":e.label,children:e.choices.map(({value:n,label:r,title:i})=>u(`button`,{type:`button`,class:`chip`,"aria-pressed":e.chosen.includes(n),title:i,onClick:()=>t(n),children:r},n))})}function bn({value:e,one:t,many:n=`${t}s`}){return u(`span`,{class:`total`,"data-total":e,"aria-live":`polite`,children:v(e,t,n)})}function xn({what:e}){return u(`p`,{class:`loading`,role:`status`,children:e?`Reading ${e}…`:`Reading…`})}function K({children:e}){return u(`p`,{class:`empty`,children:e})}var q=class extends String{__apiType;value;__meta__;constructor(e,t){super(e),this.value=e,this.__meta__=t}toString(){return this.value}};new q(`
    fragment VerdictShareParts on VerdictShare {
  verdict
  cases
  loanAmounts {
    amount
    currency
  }
}
    `,{fragmentName:`VerdictShareParts`}),new q(`
    fragment LookedUpCase on Case {
  id
  displayName
  loanNumber
}
    `,{fragmentName:`LookedUpCase`}),new q(`
    fragment LookedUpPolicy on Policy {
  id
  displayName
  policyNumber
  case {
    ...LookedUpCase
  }
}
    fragment LookedUpCase on Case {
  id
  displayName
  loanNumber
}`,{fragmentName:`LookedUpPolicy`}),new q(`
    fragment LookedUpEvent on AuditEvent {
  id
  at
  actorKind
  actorId
  actorName
  action
  subjectType
  subjectId
  changes
  requestId
}
    `,{fragmentName:`LookedUpEvent`}),new q(`
    fragment LookedUpDelivery on WebhookDelivery {
  id
  endpointId
  eventId
  type
  deliveryState: state
  attemptCount
  nextAttemptAt
  settledAt
  createdAt
  subject {
    type
    id
    caseId
  }
  attempts {
    at
    status
    error
  }
}
    `,{fragmentName:`LookedUpDelivery`}),new q(`
    fragment LookedUp on Node {
  __typename
  id
  ... on Case {
    ...LookedUpCase
    caseStatus: status
    onHoldAt
    createdAt
    updatedAt
  }
  ... on Document {
    documentName: name
    fileName
    createdAt
    case {
      ...LookedUpCase
    }
  }
  ... on Asset {
    displayName
    createdAt
    case {
      ...LookedUpCase
    }
  }
  ... on Insured {
    displayName
    createdAt
    updatedAt
  }
  ... on InsuredGroup {
    name
    createdAt
    updatedAt
  }
  ... on RiskProfile {
    name
    version
    isPublished
    createdAt
  }
  ... on Broker {
    displayName
    email
    createdAt
    updatedAt
  }
  ... on Brokerage {
    name
    createdAt
    updatedAt
  }
  ... on User {
    displayName
    email
    active
    createdAt
    updatedAt
  }
  ... on CoverageType {
    name
    key
  }
  ... on Peril {
    name
    key
  }
  ... on AssetType {
    name
    key
  }
  ... on DocumentCategory {
    name
    key
  }
  ... on Program {
    name
    createdAt
    updatedAt
  }
  ... on CertificateHolder {
    name
    createdAt
    updatedAt
  }
  ... on MortgageeClause {
    clauseType
    certificateHolder {
      id
      name
    }
    createdAt
    updatedAt
  }
  ... on Policy {
    ...LookedUpPolicy
    policyStatus: status
    startDate
    endDate
    onHoldAt
    deactivatedAt
    createdAt
    updatedAt
  }
  ... on PolicyVersion {
    versionNumber
    termNumber
    versionReason: reason
    isCurrent
    createdAt
    policy {
      ...LookedUpPolicy
    }
  }
  ... on Task {
    taskType: type
    taskState: state
    due: dueAt
    reason
    createdAt
    updatedAt
    taskCase: case {
      ...LookedUpCase
    }
    taskPolicy: policy {
      ...LookedUpPolicy
    }
  }
  ... on Waiver {
    waiverState: state
    waiverReason: reason
    expiresOn
    createdAt
    case {
      ...LookedUpCase
    }
    coverageType {
      id
      name
    }
  }
  ... on RenewalNotice {
    step
    noticeState: state
    noticeDueAt: dueAt
    settledAt
    skipReason
    recipients
    createdAt
    policy {
      ...LookedUpPolicy
    }
  }
  ... on LetterTemplate {
    step
    version
    subjectLine: subject
    isCurrent
    createdAt
  }
  ... on EvidenceLink {
    expiresAt
    revokedAt
    createdAt
    policy {
      ...LookedUpPolicy
    }
  }
  ... on Evidence {
    evidenceState: state
    submittedAt
    decidedAt
    createdAt
    policy {
      ...LookedUpPolicy
    }
  }
  ... on AuditEvent {
    ...LookedUpEvent
  }
  ... on WebhookEndpoint {
    url
    description
    enabled
    disabledReason
    createdAt
    updatedAt
  }
  ... on WebhookDelivery {
    ...LookedUpDelivery
  }
}
    fragment LookedUpEvent on AuditEvent {
  id
  at
  actorKind
  actorId
  actorName
  action
  subjectType
  subjectId
  changes
  requestId
}
fragment LookedUpDelivery on WebhookDelivery {
  id
  endpointId
  eventId
  type
  deliveryState: state
  attemptCount
  nextAttemptAt
  settledAt
  createdAt
  subject {
    type
    id
    caseId
  }
  attempts {
    at
    status
    error
  }
}
fragment LookedUpCase on Case {
  id
  displayName
  loanNumber
}
fragment LookedUpPolicy on Policy {
  id
  displayName
  policyNumber
  case {
    ...LookedUpCase
  }
}`,{fragmentName:`LookedUp`}),new q(`
    fragment PolicyCancellation on Cancellation {
  termNumber
  effectiveDate
  reason
  reinstatedOn
  recordedAt
}
    `,{fragmentName:`PolicyCancellation`}),new q(`
    fragment PolicyVersionMembers on PolicyVersion {
  id
  versionNumber
  termNumber
  createdAt
  displayName
  coverageLayer
  coverageTypes {
    id
    name
  }
  perils {
    id
    name
    applied
  }
  perilsByAsset {
    assetId
    perils {
      id
      name
      applied
    }
  }
  coverageFormType
  startDate
  endDate
  policyNumber
  carrier {
    name
    naicCode
    amBestRating
  }
  insureds {
    id
    displayName
  }
  mortgageeClauses {
    id
    clauseType
    certificateHolder {
      id
      name
    }
  }
  limits {
    coverageType
    kind
    amount {
      amount
      currency
    }
  }
  deductible {
    amount
    currency
  }
  premium {
    amount
    currency
  }
  case {
    id
    assets {
      id
      displayName
    }
  }
}
    `,{fragmentName:`PolicyVersionMembers`});var Sn={__meta__:{hash:`sha256:b43ed0944865d8fb66817bd22d10becc47500ab3137e5361c05f02678c71c2dd`}},Cn={__meta__:{hash:`sha256:ae528d34c3e722446c5c2ccb680427471614071bf3714f91f7b7fe6539c06566`}},wn={__meta__:{hash:`sha256:8e8fa5784af1d0e0557f545960555d2abef224eb97591c2b9216d3f6c9c9dfcc`}},Tn={__meta__:{hash:`sha256:84524021cd85cab5bd04288bf4185d3b1b0cb52f239c7db1794ca7bd1f32b143`}},En={__meta__:{hash:`sha256:73dcdca8798553460df4409a936921e84685792a8f0182b0a7ce5c55b19a5087`}},Dn={__meta__:{hash:`sha256:d87f2498fe3992bed5bd7329e82ff833638fe7c2559b35154f37cbd2569fa889`}},On={__meta__:{hash:`sha256:2de6e4c3d7fc7a9cf34a149b767aaca72fd951fa5008a245ebbbdf65c45feef7`}},kn={__meta__:{hash:`sha256:507cd98b6ce2d6779a0ca02d7715d84bc38f9891779bffdf0abfa53aed8ada4c`}},An={__meta__:{hash:`sha256:f7d0add3d77407c8f5a4f0db2c639e9011d42fc1af0b4e02925356bb11aef64b`}},jn={__meta__:{hash:`sha256:78accb0b3babc6b00160d791cf55dbbfaea12b760c1c63a795322505988f7514`}},Mn={__meta__:{hash:`sha256:3bcf273843d1d3ac570f3ef55495e46a31a84670543d1888c3b9c62d3e028529`}},Nn={__meta__:{hash:`sha256:6d92e4602608f5843ea111cab28ecff9d097ea06d0b53cd4a2f1f84e538bee5b`}},Pn={__meta__:{hash:`sha256:6a880d53877d6915bdca497f856878e04ab8937195c9354de58ba927af6680c9`}},Fn={__meta__:{hash:`sha256:2599a804b4c694b98c1afed1167511bba987c2b73c2d58e17383177585a6e863`}},In={__meta__:{hash:`sha256:5ea2ea09d1b4e72b1d94f3d04c180f03593ad02af9a00dcf910623ac3b9659a3`}},Ln={__meta__:{hash:`sha256:9ab78ba1381ece268258e1b5429bf64c3c45c166ddc712a5b8695a080f973144`}},Rn={__meta__:{hash:`sha256:e1ca0d57f32e5049c320df78480569dab2024e03daee32773782b86b6d9949d5`}},zn={__meta__:{hash:`sha256:c3a3d7ffc7a6ba9cc4625f99bc42f521300915944af60fd42b49ade90e5c2121`}},Bn={__meta__:{hash:`sha256:8caa0e87b66b437c14772c570a483a3c69550b0d640db5bf52c0c6df87bc050a`}},Vn={__meta__:{hash:`sha256:bb83ae159e03c05ce98fefe57fb5117cde3a3ac066a0daa342a5eb63cf470565`}},Hn={__meta__:{hash:`sha256:427339f0773db3d47a8121924ce4d3e1b495e6a53f629889ab94f1764b427d19`}},Un={__meta__:{hash:`sha256:148762bfacb79ea3ed65aaeb2559840d513244867e7a7e339b6f51071fe51a88`}},Wn={__meta__:{hash:`sha256:9c2be9acdd83d2e93a89efc5c72dc1a54c1a223b9734206eb05130bfa20a398d`}},Gn={__meta__:{hash:`sha256:4b9c036250bf07b15e6d3f589e330470ecf71ee1757d5c95e9bb1b65e7e53dac`}},Kn={__meta__:{hash:`sha256:d6d6ddd45568efad36a22646e7737ad765ad4baf88c6def4feec8a3fdb4223e9`}},qn={__meta__:{hash:`sha256:1fc644db04efd610293586f14ec2e39d9c01baafb2ea21b0599df7b1ddb97121`}},Jn={__meta__:{hash:`sha256:dafd925ff74d86c2c7d77f8e64987dda88aa2f4ddb330b5b8b8ead0fad1e5e56`}},Yn={__meta__:{hash:`sha256:12126ae28e467a246e9aebe4dacae7e3c1df828fa5862630da52ea433c7a3945`}},Xn={__meta__:{hash:`sha256:e572c23d65235ae46bede5765fcfc3208b867f55f2ec1c844864ec277eddd933`}},Zn={__meta__:{hash:`sha256:108a0b5a8d1a6335c8aa589729772460d6b0b26d168dffd67b53c66770ec2e00`}},Qn={__meta__:{hash:`sha256:fde4e9a36c674c274fc1231b15c6e81d882c4f0fe554f6852172edec1a909ef9`}},$n={__meta__:{hash:`sha256:fa4b689234effdccfdbbfc3e4a03d00b0fcb4a0ec64328afca2c27b1e7ce51a7`}},er={__meta__:{hash:`sha256:55e385215ffe74a1bb8a608c65162bb22e2857d46fb744a9a7d561f69c425604`}},tr={__meta__:{hash:`sha256:d278023497d8eddeb0d587dc867d780365a95bf8edb4ae01d00453a25fe67220`}},nr={__meta__:{hash:`sha256:e87303b2e792fa1c81e36c8083a489cf8cafa895ba540ec8855306aff7e59d3a`}},rr={__meta__:{hash:`sha256:fe2d725fc0fa035be9ac4123196ff5fc2f94384c46ca228b93e616f00102d233`}},ir={__meta__:{hash:`sha256:d37e54f605231bdce12b710d1eafe5f0ed8f939cec56d18233e0829bd80c501e`}},ar={__meta__:{hash:`sha256:7b99132f5e5c53f4f36a2983e423ab2d65866f05f2c72ca0a94105a2d8d930f9`}},or={__meta__:{hash:`sha256:cbe5ae96c760002bcc87beee1d15cb7800922399635302fab1a1ceaf18ca3a6b`}},sr=N(null);async function cr(){sr.value=(await H(Sn,{})).portfolios}function lr(e){return`${e.lenderName}, ${D($e,e.mode)}`}var J=N(null);function ur(){return J.value?.staffRole===`OPERATOR`&&!J.value.readOnly}async function dr(){let[e]=await Promise.all([H(Cn,{}),cr()]);J.value=e.viewer}async function fr(e){let t=await Yt(`/console/session`,{method:`POST`,headers:qt({}),body:JSON.stringify(e)});if(!t.ok)throw await mr(t);await dr(),L.value=!1}async function pr(){let e=await Yt(`/console/session`,{method:`DELETE`,headers:qt({})});if(!e.ok&&e.status!==401)throw await mr(e);J.value=null}async function mr(e){let t=await e.json().catch(()=>({})),n=t.requestId??e.headers.get(`X-Request-Id`)??``,r=t.detail??t.title??`The server answered ${e.status}.`;return new V(e.status,t.code??`unreadable`,r,n,t.errors??[])}var hr=Object.keys(Me).filter(e=>e!==`deactivated`);function Y(e,t){let{verdict:n,code:r,coverageType:i,profile:a}=t;return R(e,`cases`,{verdict:n,code:r,coverageType:i,hasRiskProfile:a})}function gr(e,{from:t,to:n}){return R(e,`policies`,{"endDate[gte]":t===void 0?void 0:h(t),"endDate[lt]":n===void 0?void 0:h(n),status:hr,sort:`endDate`})}function _r(e,{from:t,to:n},r){return R(e,`tasks`,{type:r,state:Fe,"due[gte]":t===void 0?void 0:h(t),"due[lt]":n===void 0?void 0:h(n)})}function vr(e){return R(e,`deliveries`,{tab:`notices`,state:`failed`})}function yr({from:e,to:t}){return{...e!==void 0&&{gte:h(e)},...t!==void 0&&{lt:h(t)}}}function br({values:e,to:t,of:n}){return e.length===0?u(`span`,{class:`quiet`,children:`$0`}):u(G,{to:t,class:`count`,"aria-label":`Loans of ${n}: ${e.map(_).join(` and `)}`,children:u(xr,{values:e})})}function xr({values:e}){return e.length===0?u(r,{children:`$0`}):u(r,{children:e.map((e,t)=>u(`span`,{class:`nowrap`,children:[t>0&&` + `,u(gn,{value:e,short:!0})]},e.currency))})}function X({value:e,to:t,of:n}){return e===0?u(`span`,{class:`quiet`,children:`0`}):u(G,{to:t,class:`count`,"aria-label":`${n}: ${b(e)}`,children:b(e)})}function Sr({part:e,whole:t,tone:n}){let r=t>0?100*e/t:0;return u(`span`,{class:`share`,"aria-hidden":`true`,children:u(`span`,{class:n,style:{width:`${r}%`}})})}function Z(e){let{data:t,error:n,reload:r}=e.query;return u(`section`,{class:`card at-${e.area}`,"aria-label":e.title,children:[u(`header`,{children:[u(`h2`,{children:e.title}),e.aside]}),t===void 0&&!n&&u(xn,{what:e.what}),t===void 0&&n&&u(Pt,{refusal:n,retry:()=>void r()}),t!==void 0&&e.children(t)]})}var Cr=e=>`${y(e.from)} to ${y(e.last)}`;function wr({weeks:e}){let t=d(null),[i,a]=n();return p(()=>{let n,r=!1;return E(async()=>{let{draw:e}=await import(`./bars-BchB4DjC.js`);return{draw:e}},__vite__mapDeps([0,1])).then(({draw:i})=>{!r&&t.current&&(n=i(t.current,e,{point:a,open:e=>z(e.to)}))}),()=>{r=!0,n?.()}},[JSON.stringify(e)]),u(r,{children:[u(`div`,{class:`bars`,ref:t,"aria-hidden":`true`}),u(`p`,{class:`quiet pointed`,"aria-hidden":`true`,children:i?`${Cr(i)}: ${v(i.total,`policy ends`,`policies end`)}`:`A bar a week, from today on`}),u(`details`,{children:[u(`summary`,{children:`The weeks as a table`}),u(`div`,{class:`scroll`,children:u(`table`,{class:`dense`,children:[u(`thead`,{children:u(`tr`,{children:[u(`th`,{scope:`col`,children:`Week`}),u(`th`,{scope:`col`,class:`number`,children:`Policies that end`})]})}),u(`tbody`,{children:e.map(e=>u(`tr`,{children:[u(`th`,{scope:`row`,children:Cr(e)}),u(`td`,{class:`number`,children:u(X,{value:e.total,to:e.to,of:`policies that end from ${Cr(e)}`})})]},e.from))})]})})]})]})}var Tr=hr,Er=13;function Dr(){return W(Tn,{status:Tr,d0:h(),d15:h(15),d30:h(30),d60:h(60),d90:h(90)})}function Or(){let e=Array.from({length:14},(e,t)=>[`d${t}`,h(7*t)]);return W(En,{status:Tr,...Object.fromEntries(e)})}function kr({portfolio:e,ending:t,weekly:n}){return u(Z,{title:`Policies that end next`,area:`ending`,what:`what ends next`,query:t,children:t=>u(r,{children:[u(Ar,{portfolio:e,data:t}),n.data&&u(wr,{weeks:jr(e,n.data)})]})})}function Ar({portfolio:e,data:t}){let n=[{days:15,total:t.in15.pageInfo.total},{days:30,total:t.in30.pageInfo.total},{days:60,total:t.in60.pageInfo.total},{days:90,total:t.in90.pageInfo.total}];return u(`ul`,{class:`tiles`,children:[n.map(({days:t,total:n})=>u(`li`,{children:[u(X,{value:n,to:gr(e,{from:0,to:t}),of:`policies that end within ${t} days`}),u(`span`,{class:`quiet`,children:[`within `,t,` days`]})]},t)),u(`li`,{class:`over`,children:[u(X,{value:t.ended.pageInfo.total,to:gr(e,{to:0}),of:`policies whose term is over`}),u(`span`,{class:`quiet`,children:`over, not renewed`})]})]})}function jr(e,t){return Array.from({length:Er},(n,r)=>{let i={from:7*r,to:7*r+7},a=t[`w${r}`].pageInfo.total;return{from:h(i.from),last:h(i.to-1),total:a,to:gr(e,i)}})}function Mr({portfolio:e,ending:t}){return u(Z,{title:`First to end`,area:`next`,what:`what ends first`,query:t,aside:u(G,{to:gr(e,{from:0}),children:`All, by end date`}),children:({next:t})=>t.nodes.length===0?u(K,{children:`No policy ends from today on.`}):u(Nr,{portfolio:e,policies:t.nodes})})}function Nr({portfolio:e,policies:t}){return u(`div`,{class:`scroll`,children:u(`table`,{class:`dense`,children:[u(`thead`,{children:u(`tr`,{children:[u(`th`,{scope:`col`,children:`Ends`}),u(`th`,{scope:`col`,children:`Policy`}),u(`th`,{scope:`col`,children:`Case`}),u(`th`,{scope:`col`,class:`number`,children:`Loan`})]})}),u(`tbody`,{children:t.map(t=>u(`tr`,{children:[u(`td`,{children:u(_n,{value:t.endDate})}),u(`td`,{children:u(G,{to:R(e,`policies`,t.id),title:`${t.policyNumber??`No number`}, ends ${y(t.endDate)}`,children:t.displayName})}),u(`td`,{class:`nowrap`,children:u(G,{to:R(e,`cases`,t.case.id),children:t.case.displayName})}),u(`td`,{class:`number`,children:u(gn,{value:t.case.loanAmount,short:!0})})]},t.id))})]})})}function Pr({portfolio:e,query:t}){let n=t.data?.renewalNotices.pageInfo.total??0,r=n>0&&u(`span`,{class:`bad`,children:u(X,{value:n,to:vr(e),of:`failed notices`})});return u(Z,{title:`Failed notices`,area:`failed`,what:`failed notices`,query:t,aside:r,children:({renewalNotices:t})=>t.nodes.length===0?u(K,{children:`Every notice reached somebody.`}):u(Fr,{portfolio:e,notices:t.nodes})})}function Fr({portfolio:e,notices:t}){return u(`ul`,{class:`lines`,children:t.map(t=>u(`li`,{children:[D(Ie,t.step),` for `,u(G,{to:R(e,`policies`,t.policy.id),children:t.policy.displayName}),` of`,` `,u(G,{to:R(e,`cases`,t.case.id),children:t.case.displayName}),u(`span`,{class:`quiet`,children:[t.skipReason&&`: ${t.skipReason}`,` `,u(vn,{value:t.settledAt})]})]},t.id))})}function Ir(e){let[t=`0`,n=``]=e.split(`.`);return{digits:BigInt(t+n),places:n.length}}function Lr(e,t){let n=Ir(e),r=Ir(t),i=Math.max(n.places,r.places),a=({digits:e,places:t})=>e*10n**BigInt(i-t),o=a(n)+a(r),s=(o<0n?-o:o).toString().padStart(i+1,`0`),c=o<0n?`-`:``;return i===0?c+s:`${c}${s.slice(0,-i)}.${s.slice(-i)}`}function Rr(e){let t=new Map;for(let{amount:n,currency:r}of e)t.set(r,Lr(t.get(r)??`0`,n));return[...t].map(([e,t])=>({amount:t,currency:e})).sort(zr)}function zr(e,t){return e.currency===`USD`==(t.currency===`USD`)?e.currency<t.currency?-1:1:e.currency===`USD`?-1:1}function Q(e){return Number(e.find(({currency:e})=>e===`USD`)?.amount??0)}var Br=8;function Vr({portfolio:e,query:t}){return u(Z,{title:`Deficient by reason`,area:`reasons`,what:`the reasons`,query:t,children:({complianceSummary:t})=>u(Wr,{caption:`Reason`,reasons:t.byCode.flatMap(({code:t,byVerdict:n})=>Ur(n,D(Ae,t),Y(e,{verdict:`deficient`,code:t})))})})}function Hr({portfolio:e,query:t}){return u(Z,{title:`Deficient by coverage`,area:`coverages`,what:`the coverages`,query:t,children:({complianceSummary:t})=>u(Wr,{caption:`Coverage`,reasons:t.byCoverageType.flatMap(({coverageTypeId:t,coverageType:n,byVerdict:r})=>Ur(r,n.name,Y(e,{verdict:`deficient`,coverageType:t})))})})}function Ur(e,t,n){return e.filter(({verdict:e})=>e===`deficient`).map(({cases:e,loanAmounts:r})=>({name:t,to:n,cases:e,loanAmounts:r}))}function Wr({caption:e,reasons:t}){if(t.length===0)return u(K,{children:`No case is deficient.`});let n=t.toSorted((e,t)=>Q(t.loanAmounts)-Q(e.loanAmounts)||t.cases-e.cases),i=n.slice(Br);return u(r,{children:[u(Gr,{caption:e,reasons:n.slice(0,Br),largest:Q(n[0].loanAmounts)}),i.length>0&&u(`details`,{children:[u(`summary`,{children:`${i.length} more`}),u(Gr,{caption:e,reasons:i,largest:Q(n[0].loanAmounts)})]})]})}function Gr({caption:e,reasons:t,largest:n}){return u(`div`,{class:`scroll`,children:u(`table`,{class:`dense`,children:[u(`thead`,{children:u(`tr`,{children:[u(`th`,{scope:`col`,children:e}),u(`th`,{scope:`col`,class:`number`,children:`Cases`}),u(`th`,{scope:`col`,class:`number`,children:`Loans`}),u(`th`,{scope:`col`,class:`wide`,children:u(`span`,{class:`hidden`,children:`Size`})})]})}),u(`tbody`,{children:t.map(({name:e,to:t,cases:r,loanAmounts:i})=>u(`tr`,{children:[u(`th`,{scope:`row`,children:e}),u(`td`,{class:`number`,children:u(X,{value:r,to:t,of:`deficient cases: ${e}`})}),u(`td`,{class:`number`,children:u(br,{values:i,to:t,of:`deficient cases: ${e}`})}),u(`td`,{class:`wide`,children:u(Sr,{part:Q(i),whole:n,tone:`deficient`})})]},e))})]})})}var $=[{title:`Over 30 days late`,span:{to:-30}},{title:`1 to 30 days late`,span:{from:-30,to:0}},{title:`Due in 7 days`,span:{from:0,to:7}},{title:`All open`,span:{}}],Kr=Object.keys(Ne),qr=[...Fe];function Jr(){return{late:W(Dn,{state:qr,a:yr($[0].span),b:yr($[1].span)}),open:W(Dn,{state:qr,a:yr($[2].span),b:yr($[3].span)})}}function Yr({portfolio:e,queries:t}){return u(Z,{title:`Open tasks`,area:`tasks`,what:`the tasks`,query:t.open,aside:u(G,{to:_r(e,{}),children:`All open tasks`}),children:n=>u(Xr,{portfolio:e,late:t.late.data,open:n})})}function Xr({portfolio:e,late:t,open:n}){let r=Kr.map(e=>({type:e,totals:[t?.[`a_${e}`],t?.[`b_${e}`],n[`a_${e}`],n[`b_${e}`]].map(e=>e?.pageInfo.total??0)})).filter(({totals:e})=>e.some(e=>e>0));if(r.length===0)return u(K,{children:`No task is open.`});let i=$.map((e,t)=>r.reduce((e,{totals:n})=>e+n[t],0));return u(`div`,{class:`scroll`,children:u(`table`,{class:`dense`,children:[u(`thead`,{children:u(`tr`,{children:[u(`th`,{scope:`col`,children:`Task`}),$.map(({title:e})=>u(`th`,{scope:`col`,class:`number`,children:e},e))]})}),u(`tbody`,{children:[r.map(({type:t,totals:n})=>u(Zr,{portfolio:e,name:Ne[t],type:t,totals:n},t)),u(Zr,{portfolio:e,name:`All types`,totals:i})]})]})})}function Zr({portfolio:e,name:t,type:n,totals:r}){return u(`tr`,{class:n?void 0:`sum`,children:[u(`th`,{scope:`row`,children:t}),$.map(({title:i,span:a},o)=>u(`td`,{class:`number`,children:u(X,{value:r[o],to:_r(e,a,n),of:`tasks: ${t}, ${i.toLowerCase()}`})},i))]})}function Qr({portfolio:e,query:t}){return u(Z,{title:`Not insured as demanded`,area:`uninsured`,what:`the verdicts`,query:t,children:({complianceSummary:t,withoutProfile:n})=>u(r,{children:[u($r,{portfolio:e,summary:t}),u(ei,{portfolio:e,summary:t,withoutProfile:n.pageInfo.total})]})})}function $r({portfolio:e,summary:t}){let n=t.byVerdict.find(({verdict:e})=>e===`deficient`);if(!n||n.cases===0)return u(`p`,{class:`lead`,children:[u(`span`,{class:`huge good`,children:`$0`}),` No case is deficient.`]});let r=Y(e,{verdict:`deficient`}),i=Math.round(100*Q(n.loanAmounts)/Q(t.loanAmounts));return u(`p`,{class:`lead`,children:[u(G,{to:r,class:`huge bad`,"aria-label":`Loans of ${v(n.cases,`deficient case`)}`,children:u(xr,{values:n.loanAmounts})}),u(`span`,{children:[`in `,u(G,{to:r,children:v(n.cases,`case`)}),` of `,u(G,{to:Y(e,{profile:!0}),children:b(t.cases)}),Number.isFinite(i)&&`, ${i}% of the loans`]})]})}function ei({portfolio:e,summary:t,withoutProfile:n}){let r=Q(t.loanAmounts),i=ke.flatMap(e=>t.byVerdict.find(t=>t.verdict===e)??[]);return u(`div`,{class:`scroll`,children:u(`table`,{class:`dense`,children:[u(`caption`,{class:`hidden`,children:`Cases and their loans by verdict`}),u(`thead`,{children:u(`tr`,{children:[u(`th`,{scope:`col`,children:`Verdict`}),u(`th`,{scope:`col`,class:`number`,children:`Cases`}),u(`th`,{scope:`col`,class:`number`,children:`Loans`}),u(`th`,{scope:`col`,class:`wide`,children:`Share`})]})}),u(`tbody`,{children:[i.map(t=>u(ti,{portfolio:e,share:t,all:r},t.verdict)),u(`tr`,{children:[u(`th`,{scope:`row`,children:`No risk profile`}),u(`td`,{class:`number`,children:u(X,{value:n,to:Y(e,{profile:!1}),of:`cases without a risk profile`})}),u(`td`,{class:`number quiet nowrap`,children:`Not checked`}),u(`td`,{class:`wide`})]})]})]})})}function ti({portfolio:e,share:t,all:n}){let r=Y(e,{verdict:t.verdict,...t.verdict===`notApplicable`&&{profile:!0}}),i=`cases, ${D(De,t.verdict).toLowerCase()}`;return u(`tr`,{children:[u(`th`,{scope:`row`,children:u(mn,{value:t.verdict})}),u(`td`,{class:`number`,children:u(X,{value:t.cases,to:r,of:i})}),u(`td`,{class:`number`,children:u(br,{values:t.loanAmounts,to:r,of:i})}),u(`td`,{class:`wide`,children:u(Sr,{part:Q(t.loanAmounts),whole:n,tone:t.verdict})})]})}function ni(){let e=B(),t=sr.value?.find(t=>t.id===e),n=t?lr(t):`Board`;te(n);let i=W(wn,{}),a=Dr(),o=Or(),s=Jr(),c=W(On,{});return u(r,{children:[u(`div`,{class:`head`,children:[u(`h1`,{children:n}),u(Mt,{query:ri([i,a,o,s.late,s.open,c])})]}),u(`div`,{class:`board`,children:[u(Qr,{portfolio:e,query:i}),u(Vr,{portfolio:e,query:i}),u(Hr,{portfolio:e,query:i}),u(`div`,{class:`stack at-left`,children:[u(kr,{portfolio:e,ending:a,weekly:o}),u(Yr,{portfolio:e,queries:s})]}),u(`div`,{class:`stack at-right`,children:[u(Mr,{portfolio:e,ending:a}),u(Pr,{portfolio:e,query:c})]})]})]})}function ri(e){let t=e.filter(({data:e})=>e!==void 0).toSorted((e,t)=>e.since.getTime()-t.since.getTime())[0],n=e.find(({stale:e})=>e)??t??e[0],r=async()=>void await Promise.all(e.map(e=>e.reload()));return{...n,since:t?.since??n.since,loading:e.some(({loading:e})=>e),reload:r}}var ii=3,ai=5;async function oi(e,t,n=0){let r={status:hr,state:[...Fe],today:h(),d0:h(),d30:h(30)};try{return await H(kn,r,{portfolio:e,signal:t})}catch(r){let i=U(r).retryAfter;if(t.aborted||!i||n>=ai)throw r;return await new Promise(e=>setTimeout(e,1e3*i)),oi(e,t,n+1)}}function si(e){let t=Et(e.map(e=>({portfolio:e}))),n=Et([]),r=Et(0),i=Dt(()=>n.value.length+r.value),a=Et(new AbortController),o=e=>{t.value=t.value.map(t=>t.portfolio.id===e.portfolio.id?{...e.error&&t,...e}:t)};async function s(){let[e,...t]=n.value;if(e&&!a.value.signal.aborted){n.value=t,r.value++;try{o({portfolio:e,data:await oi(e.id,a.value.signal),since:new Date})}catch(t){o({portfolio:e,error:U(t)})}r.value--,await s()}}async function c(e=()=>!0){let i=t.value.filter(e).map(({portfolio:e})=>e);n.value=[...new Set([...n.value,...i])],await Promise.all(Array.from({length:ii-r.value},s))}return p(()=>(c(),()=>a.value.abort()),[]),ci(t,i,c),{rows:t,left:i,reload:c}}function ci(e,t,n){let r=e=>nn(e.error)!==void 0,i=t.value>0?void 0:nn(e.value.find(r)?.error);p(()=>{if(i===void 0)return;let e=setTimeout(()=>void n(r),i);return()=>clearTimeout(e)},[i,t.value])}function li({rows:e,retry:t}){return u(`div`,{class:`scroll`,children:u(`table`,{class:`dense`,children:[u(`thead`,{children:u(`tr`,{children:[u(`th`,{scope:`col`,children:`Lender`}),u(`th`,{scope:`col`,class:`number`,children:`Not insured`}),u(`th`,{scope:`col`,class:`number`,children:`Deficient cases`}),u(`th`,{scope:`col`,class:`number`,children:`Not known`}),u(`th`,{scope:`col`,class:`number`,children:`Cases checked`}),u(`th`,{scope:`col`,class:`number`,children:`Policies ending in 30 days`}),u(`th`,{scope:`col`,class:`number`,children:`Late tasks`}),u(`th`,{scope:`col`,class:`number`,children:`Open tasks`}),u(`th`,{scope:`col`,class:`number`,children:`Failed notices`})]})}),u(`tbody`,{children:e.map(e=>u(`tr`,{children:[u(`th`,{scope:`row`,children:u(G,{to:R(e.portfolio.id),children:e.portfolio.lenderName})}),u(ui,{row:e,retry:()=>t(e)})]},e.portfolio.id))})]})})}function ui({row:e,retry:t}){return!e.data&&e.error?u(`td`,{colSpan:8,children:[u(`span`,{class:`bad`,role:`alert`,children:e.error.message}),` `,u(`button`,{type:`button`,class:`link`,onClick:t,children:`Try again`})]}):e.data?u(di,{id:e.portfolio.id,data:e.data}):u(`td`,{colSpan:8,class:`quiet`,children:`Waiting…`})}function di({id:e,data:t}){let{complianceSummary:n,ending:i,late:a,open:o,failed:s}=t,c=e=>n.byVerdict.find(t=>t.verdict===e),l=[[c(`deficient`)?.cases??0,Y(e,{verdict:`deficient`}),`deficient cases`],[c(`unknown`)?.cases??0,Y(e,{verdict:`unknown`}),`cases not known`],[n.cases,Y(e,{profile:!0}),`cases checked`],[i.pageInfo.total,gr(e,{from:0,to:30}),`policies that end within 30 days`],[a.pageInfo.total,_r(e,{to:0}),`late tasks`],[o.pageInfo.total,_r(e,{}),`open tasks`],[s.pageInfo.total,vr(e),`failed notices`]];return u(r,{children:[u(`td`,{class:`number`,children:u(br,{values:c(`deficient`)?.loanAmounts??[],to:Y(e,{verdict:`deficient`}),of:`deficient cases`})}),l.map(([e,t,n])=>u(`td`,{class:`number`,children:u(X,{value:e,to:t,of:n})},n))]})}var fi=[[`live`,`Live portfolios`],[`test`,`Test portfolios`]];function pi(){te(`All portfolios`);let e=sr.value??[],t=si(e),n=t.rows.value;return u(r,{children:[u(`div`,{class:`head`,children:[u(`h1`,{children:`All portfolios`}),u(mi,{left:t.left.value,all:e.length}),u(Mt,{query:vi(t)})]}),e.length===0&&u(K,{children:`There is no portfolio yet.`}),u(`div`,{class:`stack`,children:fi.map(([e,r])=>u(hi,{title:r,rows:n.filter(({portfolio:t})=>t.mode===e),retry:e=>void t.reload(t=>t.portfolio.id===e.portfolio.id)},e))})]})}function mi({left:e,all:t}){return e===0?null:u(`p`,{class:`loading`,role:`status`,children:[`Reading `,b(t-e),` of `,b(t),`… `,u(`progress`,{value:t-e,max:t,"aria-hidden":`true`})]})}function hi({title:e,rows:t,retry:n}){if(t.length===0)return null;let r=t.flatMap(({data:e})=>e??[]),i=r.flatMap(({complianceSummary:e})=>e.byVerdict.filter(({verdict:e})=>e===`deficient`)),a=Rr(i.flatMap(({loanAmounts:e})=>e)),o=i.reduce((e,t)=>e+t.cases,0),s=Rr(r.flatMap(({complianceSummary:e})=>e.loanAmounts));return u(`section`,{class:`card`,"aria-label":e,children:[u(`h2`,{children:e}),r.length>0&&u(`p`,{class:`lead`,children:[u(`span`,{class:`huge ${o>0?`bad`:`good`}`,children:u(xr,{values:a})}),u(`span`,{children:[`not insured as demanded, in `,u(`strong`,{children:v(o,`case`)}),`, of `,u(xr,{values:s}),r.length<t.length&&`: ${r.length} of ${v(t.length,`portfolio`)} read`]})]}),u(li,{rows:t.toSorted(_i),retry:n})]})}function gi(e){return e.data?.complianceSummary.byVerdict.find(({verdict:e})=>e===`deficient`)}function _i(e,t){let n=e=>e.data?Q(gi(e)?.loanAmounts??[]):-1;return n(t)-n(e)||e.portfolio.lenderName.localeCompare(t.portfolio.lenderName)}function vi({rows:e,left:t,reload:n}){let r=e.value.flatMap(({since:e})=>e??[]).sort((e,t)=>e.getTime()-t.getTime()),i=e.value.find(({data:e,error:t})=>e&&t);return{data:r[0],since:r[0]??new Date,loading:t.value>0,stale:i!==void 0,reload:()=>n(),...i?.error&&{error:i.error}}}async function yi(){let[,e]=/^#link=(.+)$/.exec(location.hash)??[];if(e){history.replaceState(null,``,location.pathname+location.search);try{await fr({link:decodeURIComponent(e)});return}catch(e){return U(e)}}}function bi({refusal:e}){return te(`Sign in`),u(`main`,{class:`signin`,children:[u(`h1`,{children:`covertrack`}),e&&u(`p`,{class:`problem`,children:`This link cannot be used any more. Links are valid for two minutes, and once. Sign in with a token.`}),u(Ci,{})]})}function xi(){let e=d(null);return p(()=>e.current?.showModal(),[]),u(`dialog`,{ref:e,"aria-label":`Sign in again`,onCancel:e=>e.preventDefault(),children:[u(`h2`,{children:`Your session has ended`}),u(`p`,{children:`Sign in again to go on. What you typed is still there.`}),u(Ci,{})]})}var Si={401:`This token is not valid: it may be mistyped, expired or revoked, or not for use from here.`,403:`This token opens no console. Use a token of the operator’s staff.`,429:`Too many tries. Wait a minute, then try again.`};function Ci(){let[e,t]=n(``),[r,i]=n(!1),[a,o]=n();async function s(t){t.preventDefault(),i(!0),o(void 0);try{await fr({token:e.trim()})}catch(e){let t=U(e);o(Si[t.status]??t.message),i(!1)}}return u(`form`,{onSubmit:e=>void s(e),children:[u(sn,{label:`Staff token`,hint:`It is sent once, and not kept in the browser.`,error:a,children:u(`input`,{type:`password`,autocomplete:`off`,spellcheck:!1,required:!0,value:e,onInput:e=>t(e.currentTarget.value)})}),u(`button`,{type:`submit`,class:`primary`,disabled:r,children:r?`Signing in…`:`Sign in`})]})}var wi=/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi,Ti=/^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i,Ei=/request[-_]?id["']?\s*[:=]\s*["']?([\w.-]{1,128})/i,Di=/^(?:loan|policy|case)(?:\s*(?:number|no\.?|#))?\s*[:=#]\s*/i,Oi=[[/(?:live|test|staff)_[0-9a-z]{20}/i,`the text of a token`],[/whsec_\S/i,`the secret of a webhook endpoint`],[/\/evidence\/(?!form\/|files\/)[\w-]{20}/i,`the address of an evidence page`],[/\/console\/?#link=/i,`a link that signs in`]];function ki(e){let t=e.replace(/[\u200b\ufeff]/g,``).trim();if(t===``)return{kind:`nothing`};let n=Oi.find(([e])=>e.test(t));if(n)return{kind:`secret`,what:n[1]};let r=Ei.exec(t)?.[1]??t,i=ji(r);if(i)return{kind:`id`,id:i};let a=r.replace(Di,``).replace(/^["'`](.*?)["'`],?$/,`$1`).trim();return{kind:`text`,text:a,mayBeRequest:/^[\w.-]{1,128}$/.test(a)}}function Ai(e){let t=ki(e);return t.kind===`secret`?{secret:t.what}:t.kind===`nothing`?void 0:{q:t.kind===`id`?t.id:t.text}}function ji(e){let t=(/^https?:\/\//i.test(e)?e.split(/[?#]/,1)[0]:e).match(wi)??e.match(wi)??Ti.exec(e)?.slice(1);if(t)return(t.length===5&&t[0].length===8?t.join(`-`):t[t.length-1]).toLowerCase()}function Mi(e,t,n){let r=e.getTime()+36e5,i=e=>new Date(r-e*31*864e5).toISOString();return Array.from({length:n},(e,n)=>({from:i(t+n+1),to:i(t+n)}))}var Ni=[[``,`Board`],[`cases`,`Cases`],[`policies`,`Policies`],[`tasks`,`Tasks`],[`deliveries`,`Deliveries`]];function Pi({children:e}){let{path:t,route:n,url:i}=ge(),a=d(null),o=d(!0);return Rt(n),s(Bt,[i]),p(()=>{o.current||a.current?.focus({preventScroll:!0}),o.current=!1},[t]),u(r,{children:[u(`a`,{class:`skip`,href:`#main`,children:`Skip to the page`}),u(`header`,{class:`top`,children:[u(G,{to:R(),class:`brand`,children:`covertrack`}),u(Fi,{}),u(Ii,{path:t}),u(Li,{}),u(Ri,{})]}),!jt.value&&u(`p`,{class:`offline`,role:`alert`,children:`The connection is lost. What is shown may be out of date; the page connects again by itself.`}),u(`main`,{id:`main`,tabIndex:-1,ref:a,children:e})]})}function Fi(){let e=B(),{path:t}=ge(),n=Ni.find(([e])=>e&&t.split(`/`)[3]===e)?.[0],r=e=>z(e?n?R(e,n):R(e):R());return u(`select`,{"aria-label":`Portfolio`,value:e??``,onChange:e=>r(e.currentTarget.value),children:[u(`option`,{value:``,children:`All portfolios`}),sr.value?.map(e=>u(`option`,{value:e.id,children:lr(e)},e.id))]})}function Ii({path:e}){let t=B();if(!t)return u(`nav`,{"aria-label":`Screens`});let n=e.split(`/`)[3]??``;return u(`nav`,{"aria-label":`Screens`,children:Ni.map(([e,r])=>u(`a`,{href:e?R(t,e):R(t),"aria-current":e===n?`page`:void 0,children:r},e))})}function Li(){let e=d(null);return u(`form`,{role:`search`,class:`lookup`,onSubmit:t=>{t.preventDefault();let n=Ai(e.current.value);n&&(e.current.value=``,z(R(`look-up`,n)))},children:u(`input`,{ref:e,type:`search`,name:`q`,"aria-label":`Look up any id or loan number`,placeholder:`Look up an id or loan number`})})}function Ri(){let{name:e,staffRole:t,readOnly:n}=J.value,r=t===`OPERATOR`&&!n?`may write`:`reads only`;return u(`div`,{class:`person`,children:[u(`span`,{title:`Signed in as ${e}, who ${r}`,children:[e,` `,u(`span`,{class:`quiet`,children:r})]}),u(`button`,{type:`button`,onClick:()=>void pr(),children:`Sign out`})]})}function zi(){return te(`No such page`),u(K,{children:[`There is no such page. `,u(G,{to:R(),children:`Open the board`})]})}var Bi=[[`/console`,pi],[`/console/look-up`,T(()=>E(()=>import(`./lookup-flDyc3x1.js`).then(e=>e.LookUp),__vite__mapDeps([2,3,1,4])))],[`/console/:portfolio`,ni],[`/console/:portfolio/cases`,T(()=>E(()=>import(`./cases-BnSSfzT3.js`).then(e=>e.Cases),__vite__mapDeps([5,3,6,1,4])))],[`/console/:portfolio/cases/:id`,T(()=>E(()=>import(`./case-CjTh_30Q.js`).then(e=>e.CaseScreen),__vite__mapDeps([7,3])))],[`/console/:portfolio/policies`,T(()=>E(()=>import(`./policies-Cm7B7Df5.js`).then(e=>e.Policies),__vite__mapDeps([8,3,6,1,4])))],[`/console/:portfolio/policies/:id`,T(()=>E(()=>import(`./policy-DuI8KYC0.js`).then(e=>e.PolicyScreen),__vite__mapDeps([9,3,1,10])))],[`/console/:portfolio/tasks`,T(()=>E(()=>import(`./tasks-DqTH8jyh.js`).then(e=>e.Tasks),__vite__mapDeps([11,3,1,12])))],[`/console/:portfolio/deliveries`,T(()=>E(()=>import(`./deliveries-B_H4SdNB.js`).then(e=>e.Deliveries),__vite__mapDeps([13,3,1,12,10])))]];function Vi(){let e=Wi();return e.refusal&&e.refusal.status!==401?u(Pt,{refusal:e.refusal,retry:e.again}):e.loading?u(xn,{}):J.value?u(w,{scope:`/console`,children:[u(Pi,{children:u(be,{children:u(ue,{children:[Bi.map(([e,t])=>u(he,{path:e,component:Ui(t)},e)),u(he,{default:!0,component:zi})]})})}),L.value&&u(xi,{})]}):u(bi,{...e.linkRefusal&&{refusal:e.linkRefusal}})}var Hi=new Map;function Ui(e){return Hi.has(e)||Hi.set(e,({params:t})=>u(e,{},Object.values(t??{}).join(`/`))),Hi.get(e)}function Wi(){let[e,t]=n({loading:!0});async function r(){t({loading:!0});let e=await yi();try{await dr(),L.value=!1,t({loading:!1})}catch(n){L.value=!1,t({loading:!1,refusal:U(n),...e&&{linkRefusal:e}})}}return p(()=>void r(),[]),{...e,again:()=>void r()}}f(u(Vi,{}),document.getElementById(`app`));export{W as $,Bn as A,Ie as At,_n as B,D as Bt,qn as C,qe as Ct,Yn as D,Fe as Dt,Jn as E,Le as Et,$n as F,De as Ft,hn as G,G as H,_e as Ht,nr as I,ke as It,mn as J,vn as K,rr as L,Ge as Lt,Qn as M,Ne as Mt,ar as N,Qe as Nt,Fn as O,Me as Ot,ir as P,Oe as Pt,U as Q,Rn as R,Ve as Rt,Pn as S,Ke as St,Zn as T,$e as Tt,xn as U,K as V,ge as Vt,gn as W,sn as X,cn as Y,on as Z,Gn as _,Ae as _t,J as a,Ut as at,Mn as b,Ue as bt,er as c,Wt as ct,In as d,Mt as dt,rn as et,zn as f,N as ft,Vn as g,Ye as gt,Wn as h,je as ht,ur as i,R as it,Ln as j,Pe as jt,tr as k,ze as kt,jn as l,Gt as lt,Kn as m,He as mt,ki as n,H as nt,lr as o,Ht as ot,Un as p,Ze as pt,bn as q,Mi as r,z as rt,sr as s,B as st,Ai as t,V as tt,An as u,Pt as ut,Hn as v,Re as vt,Xn as w,Xe as wt,Nn as x,Je as xt,or as y,We as yt,yn as z,Be as zt};